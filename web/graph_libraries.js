// What the page of a graph takes from its libraries; they come to its script as `graphLibraries`.
export { UndirectedGraph } from "graphology";
export { default as forceAtlas2 } from "graphology-layout-forceatlas2";
export { default as Sigma } from "sigma";
export { EdgeProgram } from "sigma/rendering";
export { floatColor } from "sigma/utils";
