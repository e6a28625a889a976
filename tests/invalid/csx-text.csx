<ConstructorScene >
words
</ConstructorScene>