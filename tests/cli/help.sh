trilobite --help
trilobite roundtrip --help
trilobite --version
