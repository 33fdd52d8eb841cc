// Builds the libraries of pages into one file, and writes the licences of all that went into it beside it.
import { build } from "esbuild";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const folder = "../lgm_core/pages/static/vendor/";

const options = {
  entryPoints: ["graph_libraries.js"],
  outfile: `${folder}graph_libraries.min.js`,
  bundle: true,
  minify: true,
  format: "iife",
  globalName: "graphLibraries",
  target: "es2020",
  charset: "ascii",
  legalComments: "none",
  define: { "process.env.NODE_ENV": '"production"' },
  metafile: true,
};
const result = await build({ ...options, write: false });

const packages = new Set(
  Object.values(result.metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([path, { bytesInOutput }]) => bytesInOutput && path.startsWith("node_modules/"))
      .map(([path]) => path.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)/)[1])
  )
);

const texts = [...packages].sort().map((name) => {
  const place = `node_modules/${name}/`;
  const { version, license } = JSON.parse(readFileSync(`${place}package.json`, "utf8"));
  const file = readdirSync(place).find((each) => /^licen[cs]e/i.test(each));
  return `${name} ${version} (${license})\n\n${readFileSync(place + file, "utf8").trim()}\n`;
});
const licences = `The licences of what is in graph_libraries.min.js, each package unmodified.\n\n${texts.join(`\n${"-".repeat(80)}\n\n`)}`;
writeFileSync(`${folder}LICENCES.txt`, licences);

// Pages are passed on as single files: the licences go with the code.
await build({ ...options, banner: { js: `/*\n${licences}*/` } });
