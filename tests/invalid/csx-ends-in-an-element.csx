<ConstructorScene >
<A>
</A>
