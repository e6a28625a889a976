<ConstructorScene >
<A>
</B>
</ConstructorScene>