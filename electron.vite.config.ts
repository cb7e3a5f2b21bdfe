import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";

const root = import.meta.dirname;
const entryFolder = join(root, "src/main");

/** Entries of the main side lie next to each other in `out/main`, so that one can start another as a thread or process. */
function mainEntries(): Record<string, string> {
  const entries: Record<string, string> = {};
  for (const file of readdirSync(entryFolder)) {
    if (file.endsWith(".ts") && !file.endsWith(".d.ts")) entries[basename(file, ".ts")] = join(entryFolder, file);
  }
  const demoThread = join(root, "src/simulator/demo/demo-thread.ts");
  if (existsSync(demoThread)) entries["demo-thread"] = demoThread;
  return entries;
}

/**
 * Packages of JavaScript alone that every start needs. Each thread of each process would look for their 500 files,
 * one by one, before it did anything.
 */
const BUNDLED = ["decimal.js", "hucre", "kysely", "oauth-1.0a", "openid-client", "pino", "undici", "zod"];

/** The font's licence asks to be handed on with it. */
const fontLicence = {
  name: "font-licence",
  generateBundle(this: { emitFile(file: { type: "asset"; fileName: string; source: string }): void }) {
    const source = readFileSync(join(root, "node_modules/@fontsource-variable/inter/LICENSE"), "utf8");
    this.emitFile({ type: "asset", fileName: "assets/inter-LICENSE.txt", source });
  },
};

/**
 * With letters between whole pixels, Chromium on Linux moves text up by a pixel where the font's descent is rounded down. A descent that
 * is rounded up at the sizes of the text leaves it in the middle of its line.
 */
const fontDescent = {
  name: "font-descent",
  enforce: "pre" as const,
  transform: (code: string, id: string) =>
    id.includes("@fontsource-variable/inter/") ? code.replaceAll("@font-face {", "@font-face {\n  descent-override: 22.7%;") : undefined,
};

export default defineConfig({
  main: {
    build: {
      outDir: "out/main",
      target: "node24",
      sourcemap: true,
      // Optional packages may be absent on a machine: they are looked for when they are needed.
      externalizeDeps: { include: ["keytar"], exclude: BUNDLED },
      rolldownOptions: {
        input: mainEntries(),
        // Every thread of every process reads these files: half of their bytes would be comments.
        output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js", comments: { jsdoc: false } },
      },
    },
  },
  preload: {
    build: {
      outDir: "out/preload",
      // A sandboxed preload can require nothing but electron: one CommonJS file.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: join(root, "src/preload/index.ts") },
        output: { format: "cjs", entryFileNames: "[name].cjs", codeSplitting: false },
      },
    },
  },
  renderer: {
    root: join(root, "src/renderer"),
    plugins: [react(), fontLicence, fontDescent],
    build: {
      outDir: join(root, "out/renderer"),
      emptyOutDir: true,
      target: "chrome140",
      minify: true,
      modulePreload: { polyfill: false },
      // The policy of the page allows no inline styles or fonts: every asset stays a file of its own.
      assetsInlineLimit: 0,
      rolldownOptions: { input: { index: join(root, "src/renderer/index.html") } },
    },
  },
});
