// Empty, and needed for the same reason as `_Testing_CoreImage`.
