# Torque interior. Generated from the layout in Trilobite's sources.
meta:
  id: dif
  title: Torque interior
  file-extension: [dif]
  endian: le
  encoding: ISO-8859-1
seq:
  - id: interior_resource_file_version
    -orig-id: interiorResourceFileVersion
    type: u4
    valid:
      expr: interior_resource_file_version == 44
  - id: preview_included
    -orig-id: previewIncluded
    type: u1
  - id: preview_bitmap
    -orig-id: previewBitmap
    type: png
    if: preview_included != 0
  - id: num_detail_levels
    -orig-id: numDetailLevels
    type: u4
  - id: details
    -orig-id: details
    type: interior
    repeat: expr
    repeat-expr: num_detail_levels
  - id: num_sub_objects
    -orig-id: numSubObjects
    type: u4
  - id: sub_objects
    -orig-id: subObjects
    type: interior
    repeat: expr
    repeat-expr: num_sub_objects
  - id: num_triggers
    -orig-id: numTriggers
    type: u4
  - id: triggers
    -orig-id: triggers
    type: trigger
    repeat: expr
    repeat-expr: num_triggers
  - id: num_interior_path_followers
    -orig-id: numInteriorPathFollowers
    type: u4
  - id: path_followers
    -orig-id: pathFollowers
    type: path_follower
    repeat: expr
    repeat-expr: num_interior_path_followers
  - id: num_force_fields
    -orig-id: numForceFields
    type: u4
  - id: force_fields
    -orig-id: forceFields
    type: force_field
    repeat: expr
    repeat-expr: num_force_fields
  - id: num_ai_special_nodes
    -orig-id: numAISpecialNodes
    type: u4
  - id: ai_special_nodes
    -orig-id: aiSpecialNodes
    type: ai_node
    repeat: expr
    repeat-expr: num_ai_special_nodes
  - id: read_vehicle_collision
    -orig-id: readVehicleCollision
    type: u4
  - id: vehicle_collision
    -orig-id: vehicleCollision
    type: vehicle_collision
    if: read_vehicle_collision == 1
  - id: read_game_entities
    -orig-id: readGameEntities
    type: u4
  - id: num_game_entities
    -orig-id: numGameEntities
    type: u4
    if: read_game_entities == 2
  - id: game_entities
    -orig-id: gameEntities
    type: game_entity
    repeat: expr
    repeat-expr: num_game_entities
    if: read_game_entities == 2
  - id: dummy
    -orig-id: dummy
    type: u4
    if: '(read_game_entities == 2) and ((_io.size - _io.pos) >= 4)'
  - id: tail
    -orig-id: tail
    size: _io.size - _io.pos
types:
  interior:
    seq:
      - id: interior_file_version
        -orig-id: interiorFileVersion
        type: u4
        valid:
          expr: interior_file_version <= 14
      - id: detail_level
        -orig-id: detailLevel
        type: u4
      - id: min_pixels
        -orig-id: minPixels
        type: u4
      - id: bounding_box
        -orig-id: boundingBox
        type: f4
        repeat: expr
        repeat-expr: 6
      - id: bounding_sphere
        -orig-id: boundingSphere
        type: f4
        repeat: expr
        repeat-expr: 4
      - id: has_alarm_state
        -orig-id: hasAlarmState
        type: u1
      - id: num_light_state_entries
        -orig-id: numLightStateEntries
        type: u4
      - id: num_normals
        -orig-id: numNormals
        type: u4
      - id: normals
        -orig-id: normals
        type: f4x3
        repeat: expr
        repeat-expr: num_normals
      - id: num_planes
        -orig-id: numPlanes
        type: u4
      - id: planes
        -orig-id: planes
        type: plane
        repeat: expr
        repeat-expr: num_planes
      - id: num_points
        -orig-id: numPoints
        type: u4
      - id: points
        -orig-id: points
        type: f4x3
        repeat: expr
        repeat-expr: num_points
      - id: num_point_visibilities
        -orig-id: numPointVisibilities
        type: u4
        if: interior_file_version != 4
      - id: point_visibilities
        -orig-id: pointVisibilities
        type: u1
        repeat: expr
        repeat-expr: num_point_visibilities
        if: interior_file_version != 4
      - id: num_tex_gen_eqs
        -orig-id: numTexGenEqs
        type: u4
      - id: tex_gen_eqs
        -orig-id: texGenEqs
        type: texgen
        repeat: expr
        repeat-expr: num_tex_gen_eqs
      - id: num_bsp_nodes
        -orig-id: numBSPNodes
        type: u4
      - id: bsp_nodes
        -orig-id: bspNodes
        type: bsp_node
        repeat: expr
        repeat-expr: num_bsp_nodes
      - id: num_bsp_solid_leaves
        -orig-id: numBSPSolidLeaves
        type: u4
      - id: bsp_solid_leaves
        -orig-id: bspSolidLeaves
        type: solid_leaf
        repeat: expr
        repeat-expr: num_bsp_solid_leaves
      - id: material_list_version
        -orig-id: materialListVersion
        type: u1
        valid:
          expr: material_list_version == 1
      - id: num_materials
        -orig-id: numMaterials
        type: u4
      - id: materials
        -orig-id: materials
        type: string
        repeat: expr
        repeat-expr: num_materials
      - id: num_windings
        -orig-id: numWindings
        type: u4
      - id: windings_param
        -orig-id: windingsParam
        type: u1
        if: '(num_windings & 0x80000000) != 0'
      - id: windings
        -orig-id: windings
        type: u1
        repeat: expr
        repeat-expr: num_windings & 0x7fffffff
        if: '((num_windings & 0x80000000) != 0) and (windings_param == 1)'
      - id: windings_2
        -orig-id: windings
        type: u4
        repeat: expr
        repeat-expr: num_windings & 0x7fffffff
        if: '((num_windings & 0x80000000) != 0) and (windings_param != 1) and (windings_param == 4)'
      - id: windings_3
        -orig-id: windings
        type: u2
        repeat: expr
        repeat-expr: num_windings & 0x7fffffff
        if: '((num_windings & 0x80000000) != 0) and (windings_param != 1) and (windings_param != 4)'
      - id: windings_4
        -orig-id: windings
        type: u4
        repeat: expr
        repeat-expr: num_windings & 0x7fffffff
        if: '(num_windings & 0x80000000) == 0'
      - id: num_winding_indices
        -orig-id: numWindingIndices
        type: u4
      - id: winding_indices
        -orig-id: windingIndices
        type: winding_range
        repeat: expr
        repeat-expr: num_winding_indices
      - id: num_edges
        -orig-id: numEdges
        type: u4
        if: interior_file_version >= 12
      - id: edges
        -orig-id: edges
        type: edge
        repeat: expr
        repeat-expr: num_edges
        if: interior_file_version >= 12
      - id: num_zones
        -orig-id: numZones
        type: u4
      - id: zones
        -orig-id: zones
        type: zone
        repeat: expr
        repeat-expr: num_zones
      - id: num_zone_surfaces
        -orig-id: numZoneSurfaces
        type: u4
      - id: zone_surfaces_param
        -orig-id: zoneSurfacesParam
        type: u1
        if: '(num_zone_surfaces & 0x80000000) != 0'
      - id: zone_surfaces
        -orig-id: zoneSurfaces
        type: u1
        repeat: expr
        repeat-expr: num_zone_surfaces & 0x7fffffff
        if: '((num_zone_surfaces & 0x80000000) != 0) and (zone_surfaces_param == 0)'
      - id: zone_surfaces_2
        -orig-id: zoneSurfaces
        type: u2
        repeat: expr
        repeat-expr: num_zone_surfaces & 0x7fffffff
        if: '((num_zone_surfaces & 0x80000000) != 0) and (zone_surfaces_param != 0)'
      - id: zone_surfaces_3
        -orig-id: zoneSurfaces
        type: u2
        repeat: expr
        repeat-expr: num_zone_surfaces & 0x7fffffff
        if: '(num_zone_surfaces & 0x80000000) == 0'
      - id: num_zone_static_meshes
        -orig-id: numZoneStaticMeshes
        type: u4
        if: interior_file_version >= 12
      - id: zone_static_meshes
        -orig-id: zoneStaticMeshes
        type: u4
        repeat: expr
        repeat-expr: num_zone_static_meshes
        if: interior_file_version >= 12
      - id: num_zone_portal_list
        -orig-id: numZonePortalList
        type: u4
      - id: zone_portal_list_param
        -orig-id: zonePortalListParam
        type: u1
        if: '(num_zone_portal_list & 0x80000000) != 0'
      - id: zone_portal_list
        -orig-id: zonePortalList
        type: u1
        repeat: expr
        repeat-expr: num_zone_portal_list & 0x7fffffff
        if: '((num_zone_portal_list & 0x80000000) != 0) and (zone_portal_list_param == 0)'
      - id: zone_portal_list_2
        -orig-id: zonePortalList
        type: u2
        repeat: expr
        repeat-expr: num_zone_portal_list & 0x7fffffff
        if: '((num_zone_portal_list & 0x80000000) != 0) and (zone_portal_list_param != 0)'
      - id: zone_portal_list_3
        -orig-id: zonePortalList
        type: u2
        repeat: expr
        repeat-expr: num_zone_portal_list & 0x7fffffff
        if: '(num_zone_portal_list & 0x80000000) == 0'
      - id: num_portals
        -orig-id: numPortals
        type: u4
      - id: portals
        -orig-id: portals
        type: portal
        repeat: expr
        repeat-expr: num_portals
      - id: num_surfaces
        -orig-id: numSurfaces
        type: u4
      - id: surfaces
        -orig-id: surfaces
        type: surface
        repeat: expr
        repeat-expr: num_surfaces
      - id: num_edges2
        -orig-id: numEdges2
        type: u4
        if: '(interior_file_version >= 2) and (interior_file_version <= 5)'
      - id: edges2
        -orig-id: edges2
        type: edge2
        repeat: expr
        repeat-expr: num_edges2
        if: '(interior_file_version >= 2) and (interior_file_version <= 5)'
      - id: num_normals2
        -orig-id: numNormals2
        type: u4
        if: '(interior_file_version == 4) or (interior_file_version == 5)'
      - id: normals2_param
        -orig-id: normals2Param
        type: u1
        if: '((interior_file_version == 4) or (interior_file_version == 5)) and ((num_normals2 & 0x80000000) != 0)'
      - id: normals2
        -orig-id: normals2
        type: f4x3
        repeat: expr
        repeat-expr: num_normals2 & 0x7fffffff
        if: '(interior_file_version == 4) or (interior_file_version == 5)'
      - id: num_normal_indices
        -orig-id: numNormalIndices
        type: u4
        if: '(interior_file_version == 4) or (interior_file_version == 5)'
      - id: normal_indices_param
        -orig-id: normalIndicesParam
        type: u1
        if: '((interior_file_version == 4) or (interior_file_version == 5)) and ((num_normal_indices & 0x80000000) != 0)'
      - id: normal_indices
        -orig-id: normalIndices
        type: u1
        repeat: expr
        repeat-expr: num_normal_indices & 0x7fffffff
        if: '((interior_file_version == 4) or (interior_file_version == 5)) and ((num_normal_indices & 0x80000000) != 0) and (normal_indices_param == 0)'
      - id: normal_indices_2
        -orig-id: normalIndices
        type: u2
        repeat: expr
        repeat-expr: num_normal_indices & 0x7fffffff
        if: '((interior_file_version == 4) or (interior_file_version == 5)) and ((num_normal_indices & 0x80000000) != 0) and (normal_indices_param != 0)'
      - id: normal_indices_3
        -orig-id: normalIndices
        type: u2
        repeat: expr
        repeat-expr: num_normal_indices & 0x7fffffff
        if: '((interior_file_version == 4) or (interior_file_version == 5)) and ((num_normal_indices & 0x80000000) == 0)'
      - id: num_normal_l_map_indices
        -orig-id: numNormalLMapIndices
        type: u4
      - id: normal_l_map_indices_param
        -orig-id: normalLMapIndicesParam
        type: u1
        if: '(num_normal_l_map_indices & 0x80000000) != 0'
      - id: normal_l_map_indices
        -orig-id: normalLMapIndices
        type: u1
        repeat: expr
        repeat-expr: num_normal_l_map_indices & 0x7fffffff
        if: '((num_normal_l_map_indices & 0x80000000) != 0) and (interior_file_version >= 13) and (normal_l_map_indices_param == 1)'
      - id: normal_l_map_indices_2
        -orig-id: normalLMapIndices
        type: u4
        repeat: expr
        repeat-expr: num_normal_l_map_indices & 0x7fffffff
        if: '((num_normal_l_map_indices & 0x80000000) != 0) and (interior_file_version >= 13) and (normal_l_map_indices_param != 1) and (normal_l_map_indices_param == 4)'
      - id: normal_l_map_indices_3
        -orig-id: normalLMapIndices
        type: u2
        repeat: expr
        repeat-expr: num_normal_l_map_indices & 0x7fffffff
        if: '((num_normal_l_map_indices & 0x80000000) != 0) and (interior_file_version >= 13) and (normal_l_map_indices_param != 1) and (normal_l_map_indices_param != 4)'
      - id: normal_l_map_indices_4
        -orig-id: normalLMapIndices
        type: u1
        repeat: expr
        repeat-expr: num_normal_l_map_indices & 0x7fffffff
        if: '((num_normal_l_map_indices & 0x80000000) != 0) and (interior_file_version < 13)'
      - id: normal_l_map_indices_5
        -orig-id: normalLMapIndices
        type: u4
        repeat: expr
        repeat-expr: num_normal_l_map_indices & 0x7fffffff
        if: '((num_normal_l_map_indices & 0x80000000) == 0) and (interior_file_version >= 13)'
      - id: normal_l_map_indices_6
        -orig-id: normalLMapIndices
        type: u1
        repeat: expr
        repeat-expr: num_normal_l_map_indices & 0x7fffffff
        if: '((num_normal_l_map_indices & 0x80000000) == 0) and (interior_file_version < 13)'
      - id: num_alarm_l_map_indices
        -orig-id: numAlarmLMapIndices
        type: u4
        if: interior_file_version != 4
      - id: alarm_l_map_indices
        -orig-id: alarmLMapIndices
        type: u4
        repeat: expr
        repeat-expr: num_alarm_l_map_indices
        if: '(interior_file_version != 4) and (interior_file_version >= 13)'
      - id: alarm_l_map_indices_2
        -orig-id: alarmLMapIndices
        type: u1
        repeat: expr
        repeat-expr: num_alarm_l_map_indices
        if: '(interior_file_version != 4) and (interior_file_version < 13)'
      - id: num_null_surfaces
        -orig-id: numNullSurfaces
        type: u4
      - id: null_surfaces
        -orig-id: nullSurfaces
        type: null_surface
        repeat: expr
        repeat-expr: num_null_surfaces
      - id: num_light_maps
        -orig-id: numLightMaps
        type: u4
        if: interior_file_version != 4
      - id: light_maps
        -orig-id: lightMaps
        type: light_map
        repeat: expr
        repeat-expr: num_light_maps
        if: interior_file_version != 4
      - id: num_solid_leaf_surfaces
        -orig-id: numSolidLeafSurfaces
        type: u4
      - id: solid_leaf_surfaces_param
        -orig-id: solidLeafSurfacesParam
        type: u1
        if: '(num_solid_leaf_surfaces & 0x80000000) != 0'
      - id: solid_leaf_surfaces
        -orig-id: solidLeafSurfaces
        type: u1
        repeat: expr
        repeat-expr: num_solid_leaf_surfaces & 0x7fffffff
        if: '((num_solid_leaf_surfaces & 0x80000000) != 0) and (solid_leaf_surfaces_param == 1)'
      - id: solid_leaf_surfaces_2
        -orig-id: solidLeafSurfaces
        type: u4
        repeat: expr
        repeat-expr: num_solid_leaf_surfaces & 0x7fffffff
        if: '((num_solid_leaf_surfaces & 0x80000000) != 0) and (solid_leaf_surfaces_param != 1) and (solid_leaf_surfaces_param == 4)'
      - id: solid_leaf_surfaces_3
        -orig-id: solidLeafSurfaces
        type: u2
        repeat: expr
        repeat-expr: num_solid_leaf_surfaces & 0x7fffffff
        if: '((num_solid_leaf_surfaces & 0x80000000) != 0) and (solid_leaf_surfaces_param != 1) and (solid_leaf_surfaces_param != 4)'
      - id: solid_leaf_surfaces_4
        -orig-id: solidLeafSurfaces
        type: u4
        repeat: expr
        repeat-expr: num_solid_leaf_surfaces & 0x7fffffff
        if: '(num_solid_leaf_surfaces & 0x80000000) == 0'
      - id: num_animated_lights
        -orig-id: numAnimatedLights
        type: u4
      - id: animated_lights
        -orig-id: animatedLights
        type: animated_light
        repeat: expr
        repeat-expr: num_animated_lights
      - id: num_light_states
        -orig-id: numLightStates
        type: u4
      - id: light_states
        -orig-id: lightStates
        type: light_state
        repeat: expr
        repeat-expr: num_light_states
      - id: num_state_datas
        -orig-id: numStateDatas
        type: u4
        if: interior_file_version != 4
      - id: state_datas
        -orig-id: stateDatas
        type: state_data
        repeat: expr
        repeat-expr: num_state_datas
        if: interior_file_version != 4
      - id: num_state_data_buffers
        -orig-id: numStateDataBuffers
        type: u4
        if: interior_file_version != 4
      - id: state_data_flags
        -orig-id: stateDataFlags
        type: u4
        if: interior_file_version != 4
      - id: state_data_buffers
        -orig-id: stateDataBuffers
        type: u1
        repeat: expr
        repeat-expr: num_state_data_buffers
        if: interior_file_version != 4
      - id: num_name_buffers
        -orig-id: numNameBuffers
        type: u4
        if: interior_file_version != 4
      - id: name_buffers
        -orig-id: nameBuffers
        type: u1
        repeat: expr
        repeat-expr: num_name_buffers
        if: interior_file_version != 4
      - id: num_sub_objects
        -orig-id: numSubObjects
        type: u4
        if: interior_file_version != 4
      - id: sub_objects
        -orig-id: subObjects
        type: mirror
        repeat: expr
        repeat-expr: num_sub_objects
        if: interior_file_version != 4
      - id: num_convex_hulls
        -orig-id: numConvexHulls
        type: u4
      - id: convex_hulls
        -orig-id: convexHulls
        type: hull
        repeat: expr
        repeat-expr: num_convex_hulls
      - id: num_convex_hull_emit_strings
        -orig-id: numConvexHullEmitStrings
        type: u4
      - id: convex_hull_emit_strings
        -orig-id: convexHullEmitStrings
        type: u1
        repeat: expr
        repeat-expr: num_convex_hull_emit_strings
      - id: num_hull_indices
        -orig-id: numHullIndices
        type: u4
      - id: hull_indices_param
        -orig-id: hullIndicesParam
        type: u1
        if: '(num_hull_indices & 0x80000000) != 0'
      - id: hull_indices
        -orig-id: hullIndices
        type: u1
        repeat: expr
        repeat-expr: num_hull_indices & 0x7fffffff
        if: '((num_hull_indices & 0x80000000) != 0) and (hull_indices_param == 1)'
      - id: hull_indices_2
        -orig-id: hullIndices
        type: u4
        repeat: expr
        repeat-expr: num_hull_indices & 0x7fffffff
        if: '((num_hull_indices & 0x80000000) != 0) and (hull_indices_param != 1) and (hull_indices_param == 4)'
      - id: hull_indices_3
        -orig-id: hullIndices
        type: u2
        repeat: expr
        repeat-expr: num_hull_indices & 0x7fffffff
        if: '((num_hull_indices & 0x80000000) != 0) and (hull_indices_param != 1) and (hull_indices_param != 4)'
      - id: hull_indices_4
        -orig-id: hullIndices
        type: u4
        repeat: expr
        repeat-expr: num_hull_indices & 0x7fffffff
        if: '(num_hull_indices & 0x80000000) == 0'
      - id: num_hull_plane_indices
        -orig-id: numHullPlaneIndices
        type: u4
      - id: hull_plane_indices_param
        -orig-id: hullPlaneIndicesParam
        type: u1
        if: '(num_hull_plane_indices & 0x80000000) != 0'
      - id: hull_plane_indices
        -orig-id: hullPlaneIndices
        type: u1
        repeat: expr
        repeat-expr: num_hull_plane_indices & 0x7fffffff
        if: '((num_hull_plane_indices & 0x80000000) != 0) and (hull_plane_indices_param == 0)'
      - id: hull_plane_indices_2
        -orig-id: hullPlaneIndices
        type: u2
        repeat: expr
        repeat-expr: num_hull_plane_indices & 0x7fffffff
        if: '((num_hull_plane_indices & 0x80000000) != 0) and (hull_plane_indices_param != 0)'
      - id: hull_plane_indices_3
        -orig-id: hullPlaneIndices
        type: u2
        repeat: expr
        repeat-expr: num_hull_plane_indices & 0x7fffffff
        if: '(num_hull_plane_indices & 0x80000000) == 0'
      - id: num_hull_emit_string_indices
        -orig-id: numHullEmitStringIndices
        type: u4
      - id: hull_emit_string_indices_param
        -orig-id: hullEmitStringIndicesParam
        type: u1
        if: '(num_hull_emit_string_indices & 0x80000000) != 0'
      - id: hull_emit_string_indices
        -orig-id: hullEmitStringIndices
        type: u1
        repeat: expr
        repeat-expr: num_hull_emit_string_indices & 0x7fffffff
        if: '((num_hull_emit_string_indices & 0x80000000) != 0) and (hull_emit_string_indices_param == 1)'
      - id: hull_emit_string_indices_2
        -orig-id: hullEmitStringIndices
        type: u4
        repeat: expr
        repeat-expr: num_hull_emit_string_indices & 0x7fffffff
        if: '((num_hull_emit_string_indices & 0x80000000) != 0) and (hull_emit_string_indices_param != 1) and (hull_emit_string_indices_param == 4)'
      - id: hull_emit_string_indices_3
        -orig-id: hullEmitStringIndices
        type: u2
        repeat: expr
        repeat-expr: num_hull_emit_string_indices & 0x7fffffff
        if: '((num_hull_emit_string_indices & 0x80000000) != 0) and (hull_emit_string_indices_param != 1) and (hull_emit_string_indices_param != 4)'
      - id: hull_emit_string_indices_4
        -orig-id: hullEmitStringIndices
        type: u4
        repeat: expr
        repeat-expr: num_hull_emit_string_indices & 0x7fffffff
        if: '(num_hull_emit_string_indices & 0x80000000) == 0'
      - id: num_hull_surface_indices
        -orig-id: numHullSurfaceIndices
        type: u4
      - id: hull_surface_indices_param
        -orig-id: hullSurfaceIndicesParam
        type: u1
        if: '(num_hull_surface_indices & 0x80000000) != 0'
      - id: hull_surface_indices
        -orig-id: hullSurfaceIndices
        type: u1
        repeat: expr
        repeat-expr: num_hull_surface_indices & 0x7fffffff
        if: '((num_hull_surface_indices & 0x80000000) != 0) and (hull_surface_indices_param == 1)'
      - id: hull_surface_indices_2
        -orig-id: hullSurfaceIndices
        type: u4
        repeat: expr
        repeat-expr: num_hull_surface_indices & 0x7fffffff
        if: '((num_hull_surface_indices & 0x80000000) != 0) and (hull_surface_indices_param != 1) and (hull_surface_indices_param == 4)'
      - id: hull_surface_indices_3
        -orig-id: hullSurfaceIndices
        type: u2
        repeat: expr
        repeat-expr: num_hull_surface_indices & 0x7fffffff
        if: '((num_hull_surface_indices & 0x80000000) != 0) and (hull_surface_indices_param != 1) and (hull_surface_indices_param != 4)'
      - id: hull_surface_indices_4
        -orig-id: hullSurfaceIndices
        type: u4
        repeat: expr
        repeat-expr: num_hull_surface_indices & 0x7fffffff
        if: '(num_hull_surface_indices & 0x80000000) == 0'
      - id: num_poly_list_planes
        -orig-id: numPolyListPlanes
        type: u4
      - id: poly_list_planes_param
        -orig-id: polyListPlanesParam
        type: u1
        if: '(num_poly_list_planes & 0x80000000) != 0'
      - id: poly_list_planes
        -orig-id: polyListPlanes
        type: u1
        repeat: expr
        repeat-expr: num_poly_list_planes & 0x7fffffff
        if: '((num_poly_list_planes & 0x80000000) != 0) and (poly_list_planes_param == 0)'
      - id: poly_list_planes_2
        -orig-id: polyListPlanes
        type: u2
        repeat: expr
        repeat-expr: num_poly_list_planes & 0x7fffffff
        if: '((num_poly_list_planes & 0x80000000) != 0) and (poly_list_planes_param != 0)'
      - id: poly_list_planes_3
        -orig-id: polyListPlanes
        type: u2
        repeat: expr
        repeat-expr: num_poly_list_planes & 0x7fffffff
        if: '(num_poly_list_planes & 0x80000000) == 0'
      - id: num_poly_list_points
        -orig-id: numPolyListPoints
        type: u4
      - id: poly_list_points_param
        -orig-id: polyListPointsParam
        type: u1
        if: '(num_poly_list_points & 0x80000000) != 0'
      - id: poly_list_points
        -orig-id: polyListPoints
        type: u1
        repeat: expr
        repeat-expr: num_poly_list_points & 0x7fffffff
        if: '((num_poly_list_points & 0x80000000) != 0) and (poly_list_points_param == 1)'
      - id: poly_list_points_2
        -orig-id: polyListPoints
        type: u4
        repeat: expr
        repeat-expr: num_poly_list_points & 0x7fffffff
        if: '((num_poly_list_points & 0x80000000) != 0) and (poly_list_points_param != 1) and (poly_list_points_param == 4)'
      - id: poly_list_points_3
        -orig-id: polyListPoints
        type: u2
        repeat: expr
        repeat-expr: num_poly_list_points & 0x7fffffff
        if: '((num_poly_list_points & 0x80000000) != 0) and (poly_list_points_param != 1) and (poly_list_points_param != 4)'
      - id: poly_list_points_4
        -orig-id: polyListPoints
        type: u4
        repeat: expr
        repeat-expr: num_poly_list_points & 0x7fffffff
        if: '(num_poly_list_points & 0x80000000) == 0'
      - id: num_poly_list_strings
        -orig-id: numPolyListStrings
        type: u4
      - id: poly_list_strings
        -orig-id: polyListStrings
        type: u1
        repeat: expr
        repeat-expr: num_poly_list_strings
      - id: coord_bins
        -orig-id: coordBins
        type: coord_bin
        repeat: expr
        repeat-expr: 256
      - id: num_coord_bin_indices
        -orig-id: numCoordBinIndices
        type: u4
      - id: coord_bin_indices_param
        -orig-id: coordBinIndicesParam
        type: u1
        if: '(num_coord_bin_indices & 0x80000000) != 0'
      - id: coord_bin_indices
        -orig-id: coordBinIndices
        type: u1
        repeat: expr
        repeat-expr: num_coord_bin_indices & 0x7fffffff
        if: '((num_coord_bin_indices & 0x80000000) != 0) and (coord_bin_indices_param == 0)'
      - id: coord_bin_indices_2
        -orig-id: coordBinIndices
        type: u2
        repeat: expr
        repeat-expr: num_coord_bin_indices & 0x7fffffff
        if: '((num_coord_bin_indices & 0x80000000) != 0) and (coord_bin_indices_param != 0)'
      - id: coord_bin_indices_3
        -orig-id: coordBinIndices
        type: u2
        repeat: expr
        repeat-expr: num_coord_bin_indices & 0x7fffffff
        if: '(num_coord_bin_indices & 0x80000000) == 0'
      - id: coord_bin_mode
        -orig-id: coordBinMode
        type: u4
      - id: base_ambient_color
        -orig-id: baseAmbientColor
        type: u1
        repeat: expr
        repeat-expr: 4
        if: interior_file_version != 4
      - id: alarm_ambient_color
        -orig-id: alarmAmbientColor
        type: u1
        repeat: expr
        repeat-expr: 4
        if: interior_file_version != 4
      - id: num_static_meshes
        -orig-id: numStaticMeshes
        type: u4
        if: '(interior_file_version != 4) and (interior_file_version >= 10)'
      - id: static_meshes
        -orig-id: staticMeshes
        type: static_mesh
        repeat: expr
        repeat-expr: num_static_meshes
        if: '(interior_file_version != 4) and (interior_file_version >= 10)'
      - id: num_tex_normals
        -orig-id: numTexNormals
        type: u4
        if: '(interior_file_version != 4) and (interior_file_version >= 11)'
      - id: tex_normals
        -orig-id: texNormals
        type: f4x3
        repeat: expr
        repeat-expr: num_tex_normals
        if: '(interior_file_version != 4) and (interior_file_version >= 11)'
      - id: num_tex_matrices
        -orig-id: numTexMatrices
        type: u4
        if: '(interior_file_version != 4) and (interior_file_version >= 11)'
      - id: tex_matrices
        -orig-id: texMatrices
        type: tex_matrix
        repeat: expr
        repeat-expr: num_tex_matrices
        if: '(interior_file_version != 4) and (interior_file_version >= 11)'
      - id: num_tex_mat_indices
        -orig-id: numTexMatIndices
        type: u4
        if: '(interior_file_version != 4) and (interior_file_version >= 11)'
      - id: tex_mat_indices
        -orig-id: texMatIndices
        type: u4
        repeat: expr
        repeat-expr: num_tex_mat_indices
        if: '(interior_file_version != 4) and (interior_file_version >= 11)'
      - id: reserved
        -orig-id: reserved
        type: u4
        repeat: expr
        repeat-expr: '((interior_file_version >= 10) ? 2 : 3)'
        if: '(interior_file_version != 4) and (interior_file_version < 11)'
      - id: extended_light_map_data
        -orig-id: extendedLightMapData
        type: u4
        if: interior_file_version != 4
      - id: light_map_border_size
        -orig-id: lightMapBorderSize
        type: u4
        if: '(interior_file_version != 4) and (extended_light_map_data == 1)'
      - id: extended_dummy
        -orig-id: extendedDummy
        type: u4
        if: '(interior_file_version != 4) and (extended_light_map_data == 1)'
    types:
      bsp_node:
        seq:
          - id: plane_index
            -orig-id: planeIndex
            type: u2
          - id: front_index
            -orig-id: frontIndex
            type: u4
            if: _parent.interior_file_version >= 14
          - id: front_index_2
            -orig-id: frontIndex
            type: u2
            if: _parent.interior_file_version < 14
          - id: back_index
            -orig-id: backIndex
            type: u4
            if: _parent.interior_file_version >= 14
          - id: back_index_2
            -orig-id: backIndex
            type: u2
            if: _parent.interior_file_version < 14
      zone:
        seq:
          - id: portal_start
            -orig-id: portalStart
            type: u2
          - id: portal_count
            -orig-id: portalCount
            type: u2
          - id: surface_start
            -orig-id: surfaceStart
            type: u4
          - id: surface_count
            -orig-id: surfaceCount
            type: u2
          - id: static_mesh_start
            -orig-id: staticMeshStart
            type: u4
            if: _parent.interior_file_version >= 12
          - id: static_mesh_count
            -orig-id: staticMeshCount
            type: u4
            if: _parent.interior_file_version >= 12
          - id: flags
            -orig-id: flags
            type: u2
      surface:
        seq:
          - id: winding_start
            -orig-id: windingStart
            type: u4
          - id: winding_count
            -orig-id: windingCount
            type: u4
            if: _parent.interior_file_version >= 13
          - id: winding_count_2
            -orig-id: windingCount
            type: u1
            if: _parent.interior_file_version < 13
          - id: plane_index
            -orig-id: planeIndex
            type: u2
          - id: texture_index
            -orig-id: textureIndex
            type: u2
          - id: tex_gen_index
            -orig-id: texGenIndex
            type: u4
          - id: surface_flags
            -orig-id: surfaceFlags
            type: u1
          - id: fan_mask
            -orig-id: fanMask
            type: u4
          - id: final_word
            -orig-id: finalWord
            type: u2
          - id: tex_gen_x_distance
            -orig-id: texGenXDistance
            type: f4
          - id: tex_gen_y_distance
            -orig-id: texGenYDistance
            type: f4
          - id: light_count
            -orig-id: lightCount
            type: u2
          - id: light_state_info_start
            -orig-id: lightStateInfoStart
            type: u4
          - id: map_offset_x
            -orig-id: mapOffsetX
            type: u4
            if: _parent.interior_file_version >= 13
          - id: map_offset_x_2
            -orig-id: mapOffsetX
            type: u1
            if: _parent.interior_file_version < 13
          - id: map_offset_y
            -orig-id: mapOffsetY
            type: u4
            if: _parent.interior_file_version >= 13
          - id: map_offset_y_2
            -orig-id: mapOffsetY
            type: u1
            if: _parent.interior_file_version < 13
          - id: map_size_x
            -orig-id: mapSizeX
            type: u4
            if: _parent.interior_file_version >= 13
          - id: map_size_x_2
            -orig-id: mapSizeX
            type: u1
            if: _parent.interior_file_version < 13
          - id: map_size_y
            -orig-id: mapSizeY
            type: u4
            if: _parent.interior_file_version >= 13
          - id: map_size_y_2
            -orig-id: mapSizeY
            type: u1
            if: _parent.interior_file_version < 13
          - id: unused
            -orig-id: unused
            type: u1
            if: '(_parent.interior_file_version != 0) and ((_parent.interior_file_version <= 5) or (_parent.interior_file_version >= 12))'
          - id: brush_id
            -orig-id: brushId
            type: u4
            if: '(_parent.interior_file_version >= 2) and (_parent.interior_file_version <= 5)'
      edge2:
        seq:
          - id: vertex0
            -orig-id: vertex0
            type: u4
          - id: vertex1
            -orig-id: vertex1
            type: u4
          - id: normal0
            -orig-id: normal0
            type: u4
          - id: normal1
            -orig-id: normal1
            type: u4
          - id: face0
            -orig-id: face0
            type: u4
            if: _parent.interior_file_version >= 3
          - id: face1
            -orig-id: face1
            type: u4
            if: _parent.interior_file_version >= 3
      null_surface:
        seq:
          - id: winding_start
            -orig-id: windingStart
            type: u4
          - id: plane_index
            -orig-id: planeIndex
            type: u2
          - id: surface_flags
            -orig-id: surfaceFlags
            type: u1
          - id: winding_count
            -orig-id: windingCount
            type: u4
            if: _parent.interior_file_version >= 13
          - id: winding_count_2
            -orig-id: windingCount
            type: u1
            if: _parent.interior_file_version < 13
      light_map:
        seq:
          - id: light_map
            -orig-id: lightMap
            type: png
          - id: light_dir_map
            -orig-id: lightDirMap
            type: png
            if: '(_parent.interior_file_version != 0) and ((_parent.interior_file_version <= 3) or (_parent.interior_file_version == 5) or (_parent.interior_file_version >= 12))'
          - id: keep_light_map
            -orig-id: keepLightMap
            type: u1
      hull:
        seq:
          - id: hull_start
            -orig-id: hullStart
            type: u4
          - id: hull_count
            -orig-id: hullCount
            type: u2
          - id: min_x
            -orig-id: minX
            type: f4
          - id: max_x
            -orig-id: maxX
            type: f4
          - id: min_y
            -orig-id: minY
            type: f4
          - id: max_y
            -orig-id: maxY
            type: f4
          - id: min_z
            -orig-id: minZ
            type: f4
          - id: max_z
            -orig-id: maxZ
            type: f4
          - id: surface_start
            -orig-id: surfaceStart
            type: u4
          - id: surface_count
            -orig-id: surfaceCount
            type: u2
          - id: plane_start
            -orig-id: planeStart
            type: u4
          - id: poly_list_plane_start
            -orig-id: polyListPlaneStart
            type: u4
          - id: poly_list_point_start
            -orig-id: polyListPointStart
            type: u4
          - id: poly_list_string_start
            -orig-id: polyListStringStart
            type: u4
          - id: static_mesh
            -orig-id: staticMesh
            type: u1
            if: _parent.interior_file_version >= 12
  f4x3:
    seq:
      - id: values
        type: f4
        repeat: expr
        repeat-expr: 3
  plane:
    seq:
      - id: normal_index
        -orig-id: normalIndex
        type: u2
      - id: plane_distance
        -orig-id: planeDistance
        type: f4
  texgen:
    seq:
      - id: plane_x
        -orig-id: planeX
        type: f4
        repeat: expr
        repeat-expr: 4
      - id: plane_y
        -orig-id: planeY
        type: f4
        repeat: expr
        repeat-expr: 4
  solid_leaf:
    seq:
      - id: surface_index
        -orig-id: surfaceIndex
        type: u4
      - id: surface_count
        -orig-id: surfaceCount
        type: u2
  string:
    seq:
      - id: length
        -orig-id: length
        type: u1
      - id: value
        size: length
        type: str
  winding_range:
    seq:
      - id: winding_start
        -orig-id: windingStart
        type: u4
      - id: winding_count
        -orig-id: windingCount
        type: u4
  edge:
    seq:
      - id: point_index0
        -orig-id: pointIndex0
        type: s4
      - id: point_index1
        -orig-id: pointIndex1
        type: s4
      - id: surface_index0
        -orig-id: surfaceIndex0
        type: s4
      - id: surface_index1
        -orig-id: surfaceIndex1
        type: s4
  portal:
    seq:
      - id: plane_index
        -orig-id: planeIndex
        type: u2
      - id: tri_fan_count
        -orig-id: triFanCount
        type: u2
      - id: tri_fan_start
        -orig-id: triFanStart
        type: u4
      - id: zone_front
        -orig-id: zoneFront
        type: u2
      - id: zone_back
        -orig-id: zoneBack
        type: u2
  animated_light:
    seq:
      - id: name_index
        -orig-id: nameIndex
        type: u4
      - id: state_index
        -orig-id: stateIndex
        type: u4
      - id: state_count
        -orig-id: stateCount
        type: u2
      - id: flags
        -orig-id: flags
        type: u2
      - id: duration
        -orig-id: duration
        type: u4
  light_state:
    seq:
      - id: red
        -orig-id: red
        type: u1
      - id: green
        -orig-id: green
        type: u1
      - id: blue
        -orig-id: blue
        type: u1
      - id: active_time
        -orig-id: activeTime
        type: u4
      - id: data_index
        -orig-id: dataIndex
        type: u4
      - id: data_count
        -orig-id: dataCount
        type: u2
  state_data:
    seq:
      - id: surface_index
        -orig-id: surfaceIndex
        type: u4
      - id: map_index
        -orig-id: mapIndex
        type: u4
      - id: light_state_index
        -orig-id: lightStateIndex
        type: u2
  mirror:
    seq:
      - id: kind
        -orig-id: kind
        type: u4
        valid:
          expr: kind == 1
      - id: detail_level
        -orig-id: detailLevel
        type: u4
      - id: zone
        -orig-id: zone
        type: u4
      - id: alpha_level
        -orig-id: alphaLevel
        type: f4
      - id: surface_count
        -orig-id: surfaceCount
        type: u4
      - id: surface_start
        -orig-id: surfaceStart
        type: u4
      - id: centroid
        -orig-id: centroid
        type: f4
        repeat: expr
        repeat-expr: 3
  coord_bin:
    seq:
      - id: bin_start
        -orig-id: binStart
        type: u4
      - id: bin_count
        -orig-id: binCount
        type: u4
  static_mesh:
    seq:
      - id: num_primitives
        -orig-id: numPrimitives
        type: u4
      - id: primitives
        -orig-id: primitives
        type: primitive
        repeat: expr
        repeat-expr: num_primitives
      - id: num_indices
        -orig-id: numIndices
        type: u4
      - id: indices
        -orig-id: indices
        type: u2
        repeat: expr
        repeat-expr: num_indices
      - id: num_vertices
        -orig-id: numVertices
        type: u4
      - id: vertices
        -orig-id: vertices
        type: f4x3
        repeat: expr
        repeat-expr: num_vertices
      - id: num_normals
        -orig-id: numNormals
        type: u4
      - id: normals
        -orig-id: normals
        type: f4x3
        repeat: expr
        repeat-expr: num_normals
      - id: num_diffuse_u_vs
        -orig-id: numDiffuseUVs
        type: u4
      - id: diffuse_u_vs
        -orig-id: diffuseUVs
        type: f4x2
        repeat: expr
        repeat-expr: num_diffuse_u_vs
      - id: num_lightmap_u_vs
        -orig-id: numLightmapUVs
        type: u4
      - id: lightmap_u_vs
        -orig-id: lightmapUVs
        type: f4x2
        repeat: expr
        repeat-expr: num_lightmap_u_vs
      - id: has_material_list
        -orig-id: hasMaterialList
        type: u1
      - id: material_list_version
        -orig-id: materialListVersion
        type: u1
        if: has_material_list != 0
        valid:
          expr: '(has_material_list == 0) or (material_list_version == 1)'
      - id: num_materials
        -orig-id: numMaterials
        type: u4
        if: has_material_list != 0
      - id: materials
        -orig-id: materials
        type: string
        repeat: expr
        repeat-expr: num_materials
        if: has_material_list != 0
      - id: material_flags
        -orig-id: materialFlags
        type: u4
        repeat: expr
        repeat-expr: num_materials
        if: has_material_list != 0
      - id: reflectance_maps
        -orig-id: reflectanceMaps
        type: u4
        repeat: expr
        repeat-expr: num_materials
        if: has_material_list != 0
      - id: bump_maps
        -orig-id: bumpMaps
        type: u4
        repeat: expr
        repeat-expr: num_materials
        if: has_material_list != 0
      - id: detail_maps
        -orig-id: detailMaps
        type: u4
        repeat: expr
        repeat-expr: num_materials
        if: has_material_list != 0
      - id: light_maps
        -orig-id: lightMaps
        type: u4
        repeat: expr
        repeat-expr: num_materials
        if: has_material_list != 0
      - id: detail_scales
        -orig-id: detailScales
        type: f4
        repeat: expr
        repeat-expr: num_materials
        if: has_material_list != 0
      - id: reflection_amounts
        -orig-id: reflectionAmounts
        type: f4
        repeat: expr
        repeat-expr: num_materials
        if: has_material_list != 0
      - id: num_diffuse_bitmaps
        -orig-id: numDiffuseBitmaps
        type: u4
      - id: diffuse_bitmaps
        -orig-id: diffuseBitmaps
        type: bitmap
        repeat: expr
        repeat-expr: num_diffuse_bitmaps
      - id: has_solid
        -orig-id: hasSolid
        type: u1
      - id: has_translucency
        -orig-id: hasTranslucency
        type: u1
      - id: bounds
        -orig-id: bounds
        type: f4
        repeat: expr
        repeat-expr: 6
      - id: transform
        -orig-id: transform
        type: f4
        repeat: expr
        repeat-expr: 16
      - id: scale
        -orig-id: scale
        type: f4
        repeat: expr
        repeat-expr: 3
  primitive:
    seq:
      - id: alpha
        -orig-id: alpha
        type: u1
      - id: tex_s
        -orig-id: texS
        type: u4
      - id: tex_t
        -orig-id: texT
        type: u4
      - id: diffuse_index
        -orig-id: diffuseIndex
        type: s4
      - id: light_map_index
        -orig-id: lightMapIndex
        type: s4
      - id: start
        -orig-id: start
        type: u4
      - id: count
        -orig-id: count
        type: u4
      - id: light_map_equation_x
        -orig-id: lightMapEquationX
        type: f4
        repeat: expr
        repeat-expr: 4
      - id: light_map_equation_y
        -orig-id: lightMapEquationY
        type: f4
        repeat: expr
        repeat-expr: 4
      - id: light_map_offset
        -orig-id: lightMapOffset
        type: s4
        repeat: expr
        repeat-expr: 2
      - id: light_map_size
        -orig-id: lightMapSize
        type: s4
        repeat: expr
        repeat-expr: 2
  f4x2:
    seq:
      - id: values
        type: f4
        repeat: expr
        repeat-expr: 2
  bitmap:
    seq:
      - id: has_bitmap
        -orig-id: hasBitmap
        type: u1
      - id: bitmap
        -orig-id: bitmap
        type: png
        if: has_bitmap != 0
  tex_matrix:
    seq:
      - id: t
        -orig-id: T
        type: s4
      - id: n
        -orig-id: N
        type: s4
      - id: b
        -orig-id: B
        type: s4
  trigger:
    seq:
      - id: length
        -orig-id: length
        type: u1
      - id: name
        -orig-id: name
        size: length
        type: str
      - id: length_2
        -orig-id: length
        type: u1
      - id: datablock
        -orig-id: datablock
        size: length_2
        type: str
      - id: size
        -orig-id: size
        type: u4
      - id: properties
        -orig-id: properties
        type: properties
        repeat: expr
        repeat-expr: size
      - id: num_poly_hedron_points
        -orig-id: numPolyHedronPoints
        type: u4
      - id: poly_hedron_points
        -orig-id: polyHedronPoints
        type: f4x3
        repeat: expr
        repeat-expr: num_poly_hedron_points
      - id: num_poly_hedron_planes
        -orig-id: numPolyHedronPlanes
        type: u4
      - id: poly_hedron_planes
        -orig-id: polyHedronPlanes
        type: f4x4
        repeat: expr
        repeat-expr: num_poly_hedron_planes
      - id: num_poly_hedron_edges
        -orig-id: numPolyHedronEdges
        type: u4
      - id: poly_hedron_edges
        -orig-id: polyHedronEdges
        type: polyhedron_edge
        repeat: expr
        repeat-expr: num_poly_hedron_edges
      - id: offset
        -orig-id: offset
        type: f4
        repeat: expr
        repeat-expr: 3
  properties:
    seq:
      - id: length
        -orig-id: length
        type: u1
      - id: name
        -orig-id: name
        size: length
        type: str
      - id: length_2
        -orig-id: length
        type: u1
      - id: value
        -orig-id: value
        size: length_2
        type: str
  f4x4:
    seq:
      - id: values
        type: f4
        repeat: expr
        repeat-expr: 4
  polyhedron_edge:
    seq:
      - id: face0
        -orig-id: face0
        type: u4
      - id: face1
        -orig-id: face1
        type: u4
      - id: vertex0
        -orig-id: vertex0
        type: u4
      - id: vertex1
        -orig-id: vertex1
        type: u4
  path_follower:
    seq:
      - id: length
        -orig-id: length
        type: u1
      - id: name
        -orig-id: name
        size: length
        type: str
      - id: length_2
        -orig-id: length
        type: u1
      - id: datablock
        -orig-id: datablock
        size: length_2
        type: str
      - id: interior_res_index
        -orig-id: interiorResIndex
        type: u4
      - id: offset
        -orig-id: offset
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: size
        -orig-id: size
        type: u4
      - id: properties
        -orig-id: properties
        type: properties
        repeat: expr
        repeat-expr: size
      - id: num_trigger_ids
        -orig-id: numTriggerIds
        type: u4
      - id: trigger_ids
        -orig-id: triggerIds
        type: u4
        repeat: expr
        repeat-expr: num_trigger_ids
      - id: num_way_points
        -orig-id: numWayPoints
        type: u4
      - id: way_points
        -orig-id: wayPoints
        type: way_point
        repeat: expr
        repeat-expr: num_way_points
      - id: total_ms
        -orig-id: totalMS
        type: u4
  way_point:
    seq:
      - id: pos
        -orig-id: pos
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: rot
        -orig-id: rot
        type: f4
        repeat: expr
        repeat-expr: 4
      - id: ms_to_next
        -orig-id: msToNext
        type: u4
      - id: smoothing_type
        -orig-id: smoothingType
        type: u4
  force_field:
    seq:
      - id: force_field_file_version
        -orig-id: forceFieldFileVersion
        type: u4
        valid:
          expr: force_field_file_version == 0
      - id: length
        -orig-id: length
        type: u1
      - id: name
        -orig-id: name
        size: length
        type: str
      - id: num_triggers
        -orig-id: numTriggers
        type: u4
      - id: triggers
        -orig-id: triggers
        type: string
        repeat: expr
        repeat-expr: num_triggers
      - id: bounding_box
        -orig-id: boundingBox
        type: f4
        repeat: expr
        repeat-expr: 6
      - id: bounding_sphere
        -orig-id: boundingSphere
        type: f4
        repeat: expr
        repeat-expr: 4
      - id: num_normals
        -orig-id: numNormals
        type: u4
      - id: normals
        -orig-id: normals
        type: f4x3
        repeat: expr
        repeat-expr: num_normals
      - id: num_planes
        -orig-id: numPlanes
        type: u4
      - id: planes
        -orig-id: planes
        type: plane
        repeat: expr
        repeat-expr: num_planes
      - id: num_points
        -orig-id: numPoints
        type: u4
      - id: points
        -orig-id: points
        type: f4x3
        repeat: expr
        repeat-expr: num_points
      - id: num_bsp_nodes
        -orig-id: numBSPNodes
        type: u4
      - id: bsp_nodes
        -orig-id: bspNodes
        type: force_field_node
        repeat: expr
        repeat-expr: num_bsp_nodes
      - id: num_bsp_solid_leaves
        -orig-id: numBSPSolidLeaves
        type: u4
      - id: bsp_solid_leaves
        -orig-id: bspSolidLeaves
        type: solid_leaf
        repeat: expr
        repeat-expr: num_bsp_solid_leaves
      - id: num_windings
        -orig-id: numWindings
        type: u4
      - id: windings
        -orig-id: windings
        type: u4
        repeat: expr
        repeat-expr: num_windings
      - id: num_surfaces
        -orig-id: numSurfaces
        type: u4
      - id: surfaces
        -orig-id: surfaces
        type: force_field_surface
        repeat: expr
        repeat-expr: num_surfaces
      - id: num_solid_leaf_surfaces
        -orig-id: numSolidLeafSurfaces
        type: u4
      - id: solid_leaf_surfaces
        -orig-id: solidLeafSurfaces
        type: u4
        repeat: expr
        repeat-expr: num_solid_leaf_surfaces
      - id: color
        -orig-id: color
        type: u1
        repeat: expr
        repeat-expr: 4
  force_field_node:
    seq:
      - id: plane_index
        -orig-id: planeIndex
        type: u2
      - id: front_index
        -orig-id: frontIndex
        type: u2
      - id: back_index
        -orig-id: backIndex
        type: u2
  force_field_surface:
    seq:
      - id: winding_start
        -orig-id: windingStart
        type: u4
      - id: winding_count
        -orig-id: windingCount
        type: u1
      - id: plane_index
        -orig-id: planeIndex
        type: u2
      - id: surface_flags
        -orig-id: surfaceFlags
        type: u1
      - id: fan_mask
        -orig-id: fanMask
        type: u4
  ai_node:
    seq:
      - id: length
        -orig-id: length
        type: u1
      - id: name
        -orig-id: name
        size: length
        type: str
      - id: position
        -orig-id: position
        type: f4
        repeat: expr
        repeat-expr: 3
  vehicle_collision:
    seq:
      - id: vehicle_collision_file_version
        -orig-id: vehicleCollisionFileVersion
        type: u4
      - id: num_vehicle_convex_hulls
        -orig-id: numVehicleConvexHulls
        type: u4
      - id: convex_hulls
        -orig-id: convexHulls
        type: vehicle_collision_hull
        repeat: expr
        repeat-expr: num_vehicle_convex_hulls
      - id: num_vehicle_convex_hull_emit_strings
        -orig-id: numVehicleConvexHullEmitStrings
        type: u4
      - id: convex_hull_emit_strings
        -orig-id: convexHullEmitStrings
        type: u1
        repeat: expr
        repeat-expr: num_vehicle_convex_hull_emit_strings
      - id: num_vehicle_hull_indices
        -orig-id: numVehicleHullIndices
        type: u4
      - id: hull_indices
        -orig-id: hullIndices
        type: u4
        repeat: expr
        repeat-expr: num_vehicle_hull_indices
      - id: num_vehicle_hull_plane_indices
        -orig-id: numVehicleHullPlaneIndices
        type: u4
      - id: hull_plane_indices
        -orig-id: hullPlaneIndices
        type: u2
        repeat: expr
        repeat-expr: num_vehicle_hull_plane_indices
      - id: num_vehicle_hull_emit_string_indices
        -orig-id: numVehicleHullEmitStringIndices
        type: u4
      - id: hull_emit_string_indices
        -orig-id: hullEmitStringIndices
        type: u4
        repeat: expr
        repeat-expr: num_vehicle_hull_emit_string_indices
      - id: num_vehicle_hull_surface_indices
        -orig-id: numVehicleHullSurfaceIndices
        type: u4
      - id: hull_surface_indices
        -orig-id: hullSurfaceIndices
        type: u4
        repeat: expr
        repeat-expr: num_vehicle_hull_surface_indices
      - id: num_vehicle_poly_list_planes
        -orig-id: numVehiclePolyListPlanes
        type: u4
      - id: poly_list_planes
        -orig-id: polyListPlanes
        type: u2
        repeat: expr
        repeat-expr: num_vehicle_poly_list_planes
      - id: num_vehicle_poly_list_points
        -orig-id: numVehiclePolyListPoints
        type: u4
      - id: poly_list_points
        -orig-id: polyListPoints
        type: u4
        repeat: expr
        repeat-expr: num_vehicle_poly_list_points
      - id: num_vehicle_poly_list_strings
        -orig-id: numVehiclePolyListStrings
        type: u4
      - id: poly_list_strings
        -orig-id: polyListStrings
        type: u1
        repeat: expr
        repeat-expr: num_vehicle_poly_list_strings
      - id: num_vehicle_null_surfaces
        -orig-id: numVehicleNullSurfaces
        type: u4
      - id: null_surfaces
        -orig-id: nullSurfaces
        type: vehicle_collision_null_surface
        repeat: expr
        repeat-expr: num_vehicle_null_surfaces
      - id: num_vehicle_points
        -orig-id: numVehiclePoints
        type: u4
      - id: points
        -orig-id: points
        type: f4x3
        repeat: expr
        repeat-expr: num_vehicle_points
      - id: num_vehicle_planes
        -orig-id: numVehiclePlanes
        type: u4
      - id: planes
        -orig-id: planes
        type: f4x4
        repeat: expr
        repeat-expr: num_vehicle_planes
      - id: num_vehicle_windings
        -orig-id: numVehicleWindings
        type: u4
      - id: windings
        -orig-id: windings
        type: u4
        repeat: expr
        repeat-expr: num_vehicle_windings
      - id: num_vehicle_winding_indices
        -orig-id: numVehicleWindingIndices
        type: u4
      - id: winding_indices
        -orig-id: windingIndices
        type: winding_range
        repeat: expr
        repeat-expr: num_vehicle_winding_indices
  vehicle_collision_hull:
    seq:
      - id: hull_start
        -orig-id: hullStart
        type: u4
      - id: hull_count
        -orig-id: hullCount
        type: u2
      - id: min_x
        -orig-id: minX
        type: f4
      - id: max_x
        -orig-id: maxX
        type: f4
      - id: min_y
        -orig-id: minY
        type: f4
      - id: max_y
        -orig-id: maxY
        type: f4
      - id: min_z
        -orig-id: minZ
        type: f4
      - id: max_z
        -orig-id: maxZ
        type: f4
      - id: surface_start
        -orig-id: surfaceStart
        type: u4
      - id: surface_count
        -orig-id: surfaceCount
        type: u2
      - id: plane_start
        -orig-id: planeStart
        type: u4
      - id: poly_list_plane_start
        -orig-id: polyListPlaneStart
        type: u4
      - id: poly_list_point_start
        -orig-id: polyListPointStart
        type: u4
      - id: poly_list_string_start
        -orig-id: polyListStringStart
        type: u4
  vehicle_collision_null_surface:
    seq:
      - id: winding_start
        -orig-id: windingStart
        type: u4
      - id: plane_index
        -orig-id: planeIndex
        type: u2
      - id: surface_flags
        -orig-id: surfaceFlags
        type: u1
      - id: winding_count
        -orig-id: windingCount
        type: u4
  game_entity:
    seq:
      - id: length
        -orig-id: length
        type: u1
      - id: datablock
        -orig-id: datablock
        size: length
        type: str
      - id: length_2
        -orig-id: length
        type: u1
      - id: game_class
        -orig-id: gameClass
        size: length_2
        type: str
      - id: position
        -orig-id: position
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: size
        -orig-id: size
        type: u4
      - id: properties
        -orig-id: properties
        type: properties
        repeat: expr
        repeat-expr: size
  png:
    doc: A PNG file. No length says where it ends.
    -whole: true
    seq:
      - id: signature
        contents: [137, 80, 78, 71, 13, 10, 26, 10]
      - id: chunks
        type: chunk
        repeat: until
        repeat-until: _.type == "IEND"
    types:
      chunk:
        seq:
          - id: size
            type: u4be
          - id: type
            type: str
            size: 4
          - id: data
            size: size
          - id: checksum
            type: u4be
