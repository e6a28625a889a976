<ConstructorScene />
<A/>