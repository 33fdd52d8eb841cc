"use strict";
// How relations and facts are drawn: a line from circle to circle, solid or dashed, with an arrow at its end, a diamond
// at its beginning, or neither.
const RelationEdgeProgram = (() => {
  const { EdgeProgram, floatColor } = graphLibraries;

  const VERTEX = `
    attribute vec4 a_id;
    attribute vec4 a_color;
    attribute vec2 a_from;
    attribute vec2 a_to;
    attribute vec2 a_radii;
    attribute vec3 a_look;   // half the thickness, head: 0 none, 1 arrow, 2 diamond, and whether it is dashed
    attribute vec2 a_corner; // 0 or 1 along the line, -1 or 1 across it

    uniform mat3 u_matrix;
    uniform vec2 u_size;     // of the picture, in pixels
    uniform float u_sizeRatio;

    varying vec4 v_color;
    varying vec3 v_look;
    varying float v_along;   // pixels from the border of the first circle
    varying float v_left;    // pixels to the border of the second
    varying float v_across;

    void main() {
      vec2 from = (u_matrix * vec3(a_from, 1)).xy * u_size / 2.0;
      vec2 to = (u_matrix * vec3(a_to, 1)).xy * u_size / 2.0;
      float size = max(length(to - from), 0.001);
      vec2 way = (to - from) / size;
      v_across = a_corner.y * (5.0 + 2.0 * a_look.x);
      v_along = a_corner.x * size - a_radii.x / u_sizeRatio;
      v_left = (1.0 - a_corner.x) * size - a_radii.y / u_sizeRatio;
      vec2 place = mix(from, to, a_corner.x) + vec2(-way.y, way.x) * v_across;
      gl_Position = vec4(place * 2.0 / u_size, 0, 1);
      v_look = a_look;
      #ifdef PICKING_MODE
      v_color = a_id;
      #else
      v_color = a_color;
      #endif
      v_color.a *= 255.0 / 254.0;
    }
  `;

  const FRAGMENT = `
    precision highp float;

    varying vec4 v_color;
    varying vec3 v_look;
    varying float v_along;
    varying float v_left;
    varying float v_across;

    void main() {
      float thickness = v_look.x;
      float wide = 2.5 + 2.0 * thickness;
      float tall = 2.4 * wide;
      float edge = thickness;
      bool isHead = false;
      if (v_look.y > 1.5 && v_along < tall) {
        edge = wide * (1.0 - abs(v_along - tall / 2.0) / (tall / 2.0));
        isHead = true;
      } else if (v_look.y > 0.5 && v_look.y < 1.5 && v_left < tall) {
        edge = wide * v_left / tall;
        isHead = true;
      }
      if (v_along < 0.0 || v_left < 0.0) discard;
      if (!isHead && v_look.z > 0.5 && mod(v_along, 9.0) > 6.0) discard;
      #ifdef PICKING_MODE
      if (abs(v_across) > edge + 1.0) discard;
      gl_FragColor = v_color;
      #else
      float cover = clamp(edge - abs(v_across) + 0.5, 0.0, 1.0);
      gl_FragColor = vec4(v_color.rgb * v_color.a, v_color.a) * cover;
      #endif
    }
  `;

  return class extends EdgeProgram {
    getDefinition() {
      const { FLOAT, UNSIGNED_BYTE, TRIANGLE_STRIP } = WebGL2RenderingContext;
      return {
        VERTICES: 4,
        VERTEX_SHADER_SOURCE: VERTEX,
        FRAGMENT_SHADER_SOURCE: FRAGMENT,
        METHOD: TRIANGLE_STRIP,
        UNIFORMS: ["u_matrix", "u_size", "u_sizeRatio"],
        ATTRIBUTES: [
          { name: "a_from", size: 2, type: FLOAT },
          { name: "a_to", size: 2, type: FLOAT },
          { name: "a_radii", size: 2, type: FLOAT },
          { name: "a_look", size: 3, type: FLOAT },
          { name: "a_color", size: 4, type: UNSIGNED_BYTE, normalized: true },
          { name: "a_id", size: 4, type: UNSIGNED_BYTE, normalized: true },
        ],
        CONSTANT_ATTRIBUTES: [{ name: "a_corner", size: 2, type: FLOAT }],
        CONSTANT_DATA: [[0, -1], [0, 1], [1, -1], [1, 1]],
      };
    }

    processVisibleItem(id, start, source, target, edge) {
      const [from, to] = edge.isForward ? [source, target] : [target, source];
      const values = [
        from.x, from.y, to.x, to.y, from.size, to.size, edge.size / 2, edge.head, edge.isDashed ? 1 : 0,
        floatColor(edge.color), id,
      ];
      this.array.set(values, start);
    }

    setUniforms({ matrix, width, height, sizeRatio }, { gl, uniformLocations }) {
      gl.uniformMatrix3fv(uniformLocations.u_matrix, false, matrix);
      gl.uniform2f(uniformLocations.u_size, width, height);
      gl.uniform1f(uniformLocations.u_sizeRatio, sizeRatio);
    }
  };
})();
