<?xml version='1.0'?>
<!-- a "comment" -->
<ConstructorScene
   version = '4' creator="me &amp; you"><!-- within --><DetailLevels>
<DetailLevel minPixelSize="10"><InteriorMap brushScale="16"></InteriorMap></DetailLevel>
	<DetailLevel minPixelSize='20' ><InteriorMap><Entities/><Brushes>
<Brush transform="1 0 0 5 0 -2 0 0 0 0 1 0 0 0 0 1" owner='0'>
<Vertices><Vertex pos="0 0 0"/><Vertex pos="9 9 9"/></Vertices>
<Face plane="1 0 0 -1" material="a" texgens="1 0 0 8 0 1 0 8 30 1 1" texDiv="0 0"/>
<Face plane="-1 0 0 -1"/><Face plane="0 1 0 -1" texgens="1 2"/><Face plane="0 -1 0 -1" />
<Face plane="0 0 1 -1" /><Face plane="0 0 -1 -1" material='NULL' ></Face  >
<Face plane="0 0 0 1" />
</Brush></Brushes></InteriorMap></DetailLevel></DetailLevels></ConstructorScene><!-- the end -->