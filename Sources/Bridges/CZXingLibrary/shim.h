// The library is C++: Swift sees it through CZXing alone. This target only finds it.
