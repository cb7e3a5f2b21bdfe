import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

const IMPORT = /(?:\bfrom|\bimport\(?) ?"((?:#|\.\.?\/)[^"]+)"/g;

/** Who imports each source and test of a checkout, by path. */
export function importersIn(root) {
  const importers = new Map();
  for (const folder of ["src", "test"]) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
      const path = posix.join(folder, name.replaceAll("\\", "/"));
      if (!/\.tsx?$/.test(path)) continue;
      for (const [, from] of readFileSync(join(root, path), "utf8").matchAll(IMPORT)) {
        const target = from.startsWith("#test/")
          ? from.slice(1)
          : from.startsWith("#")
            ? from.replace("#", "src/")
            : posix.join(dirname(path), from);
        if (existsSync(join(root, target))) importers.set(target, [...(importers.get(target) ?? []), path]);
      }
    }
  }
  return importers;
}

/** The tests that a file reaches over the fewest imports; itself when it is one. */
export function nearestTests(importers, path, isTest) {
  const seen = new Set([path]);
  for (let level = [path]; level.length > 0; ) {
    const tests = level.filter(isTest);
    if (tests.length > 0) return tests;
    level = [...new Set(level.flatMap((one) => importers.get(one) ?? []))].filter((one) => !seen.has(one));
    for (const one of level) seen.add(one);
  }
  return [];
}
