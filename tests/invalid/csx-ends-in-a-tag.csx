<ConstructorScene version="4"
