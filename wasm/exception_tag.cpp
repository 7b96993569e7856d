// The tag of C++ exceptions in WebAssembly, which clang's own runtime would define.
asm(".tagtype __cpp_exception i32\n"
    ".globl __cpp_exception\n"
    "__cpp_exception:\n");
