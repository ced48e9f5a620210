// This target only locates the library. It is C++, so Swift uses it through CZXing.
