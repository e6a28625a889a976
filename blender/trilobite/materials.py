"""Light maps, which Blender's importer keeps as ambient occlusion that nothing shows."""

LIGHT_MAP = "lightmap"  # of a material's extras


def _node(tree, matches):
    return next(filter(matches, tree.nodes), None)


def _multiplied(tree, base, light):
    """The output of a node that multiplies the texture, or the color without one, by the light map."""
    mix = tree.nodes.new("ShaderNodeMix")
    mix.data_type, mix.blend_type = "RGBA", "MULTIPLY"
    mix.location = base.node.location.x - 200, base.node.location.y + 200
    inputs = {each.identifier: each for each in mix.inputs}
    inputs["Factor_Float"].default_value = 1
    # The texture first: exporters take the first image that they find.
    if base.is_linked:
        tree.links.new(base.links[0].from_socket, inputs["A_Color"])
    else:
        inputs["A_Color"].default_value = base.default_value
    tree.links.new(light, inputs["B_Color"])
    return next(each for each in mix.outputs if each.identifier == "Result_Color")


def _blended(tree, color, alpha):
    """A shader that shows the color as it is, as transparent as the alpha says."""
    if not alpha.is_linked and alpha.default_value == 1:
        return color
    mix = tree.nodes.new("ShaderNodeMixShader")
    mix.location = alpha.node.location.x + 300, alpha.node.location.y + 200
    if alpha.is_linked:
        tree.links.new(alpha.links[0].from_socket, mix.inputs[0])
    else:
        mix.inputs[0].default_value = alpha.default_value
    tree.links.new(tree.nodes.new("ShaderNodeBsdfTransparent").outputs[0], mix.inputs[1])
    tree.links.new(color, mix.inputs[2])
    return mix.outputs[0]


def apply_light_map(material):
    """Shows texture times light map, unlit, as the engines do: the light of the room is in the map."""
    if LIGHT_MAP not in material or not material.node_tree:
        return
    del material[LIGHT_MAP]  # it names a texture of the file by its index
    tree = material.node_tree
    light = _node(tree, lambda node: node.label == "OCCLUSION" and node.type == "TEX_IMAGE")
    surface = _node(tree, lambda node: node.type == "BSDF_PRINCIPLED")
    output = _node(tree, lambda node: node.type == "OUTPUT_MATERIAL" and node.is_active_output)
    if not (light and surface and output):
        return
    light.image.colorspace_settings.name = "sRGB"  # texture and light are multiplied as displays show them
    color = _multiplied(tree, surface.inputs["Base Color"], light.outputs["Color"])
    # A color that is linked to the output shines by itself; exporters know it as unlit.
    tree.links.new(_blended(tree, color, surface.inputs["Alpha"]), output.inputs["Surface"])
    tree.nodes.remove(surface)
