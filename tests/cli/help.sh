trilobite -h | head -1
trilobite --help
trilobite roundtrip --help
trilobite --version
