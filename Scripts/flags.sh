# Build flags that several scripts share. To be sourced.
imports=(--explicit-target-dependency-import-check error)
traits=(--traits ZXing,Live,Combine "${imports[@]}")
# Undefined behavior in C and C++ ends the program. Two checks are off: virtual tables need another runtime, and other
# libraries do not declare function types.
undefined=(-Xcc -fsanitize=undefined -Xcc -fno-sanitize=vptr,function -Xcc -fno-sanitize-recover=undefined)
