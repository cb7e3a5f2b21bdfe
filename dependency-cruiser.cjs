/** The rules of allowed-imports.cjs in the words of dependency-cruiser, and a few that hold everywhere. */
const { zones } = require("./allowed-imports.cjs");

const NPM = ["npm", "npm-dev", "npm-optional", "npm-peer", "npm-bundled", "npm-no-pkg", "npm-unknown"];
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
const filesOf = (names) => names.map((name) => zones[name].files);
const rule = (name, comment, from, to) => ({ name, severity: "error", comment, from, to });

function zoneRules([name, { files, imports, types = [], packages = [], node = false }]) {
  const slug = name.replace(/\W+/g, "-");
  const from = { path: files };
  const packageFolders = packages.map((one) => `^node_modules/(@types/)?${escaped(one)}/`);
  const rules = [
    rule(`${slug}-imports`, `${name} may import: ${[...imports, ...types].join(", ") || "nothing of ours"}`, from, {
      path: "^(src|test|bench|scripts)/",
      pathNot: [files, ...filesOf(imports), ...filesOf(types)],
    }),
    rule(`${slug}-packages`, `${name} may use the packages: ${packages.join(", ") || "none"}`, from, {
      dependencyTypes: NPM,
      pathNot: packageFolders,
    }),
  ];
  if (types.length > 0) {
    rules.push(
      rule(`${slug}-types-only`, `${name} may import types only from: ${types.join(", ")} (import type)`, from, {
        path: filesOf(types).join("|"),
        pathNot: [files, ...filesOf(imports)],
        dependencyTypesNot: ["type-only"],
      }),
    );
  }
  if (!node)
    rules.push(rule(`${slug}-no-node`, `${name} uses no Node built-ins: take a port instead`, from, { dependencyTypes: ["core"] }));
  return rules;
}

const everywhere = [
  rule(
    "no-cycles",
    "two files that import each other can not be understood apart: move what both need into a third",
    {},
    { circular: true },
  ),
  rule("no-undeclared-packages", "declare the package in package.json", {}, { dependencyTypes: ["npm-no-pkg", "npm-unknown"] }),
  rule("no-unresolved", "the file or package does not exist", {}, { couldNotResolve: true }),
  rule(
    "no-dev-packages-in-the-core",
    "what the core needs at run time is a dependency, not a devDependency",
    { path: "^src/(main|shared|simulator)/" },
    { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"], pathNot: ["^node_modules/(electron|@types)/"] },
  ),
  rule(
    "sqlite-in-a-host-is-the-folder-lock",
    "files are opened by store; a host uses SQLite for the lock of the data folder only",
    { path: "^src/main/hosts/", pathNot: ["^src/main/hosts/node/data-folder\\.ts$"] },
    { path: "^node_modules/(@types/)?better-sqlite3/" },
  ),
  rule(
    "features-apart",
    "a feature imports no other feature: what both need belongs in ui or state",
    // The shell arranges the features, as the entry does.
    { path: "^src/renderer/features/([^/]+)/", pathNot: ["^src/renderer/features/shell/"] },
    { path: "^src/renderer/features/", pathNot: ["^src/renderer/features/$1/"] },
  ),
];

module.exports = {
  forbidden: [...everywhere, ...Object.entries(zones).flatMap(zoneRules)],
  options: {
    doNotFollow: { path: "node_modules" },
    // Imports of types are imports too.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "default", "types"] },
  },
};
