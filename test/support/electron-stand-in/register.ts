import { registerHooks } from "node:module";

/** Loaded ahead of the real main bundle: `electron` becomes the stand-in, everything else stays what it is. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "electron" ? { url: new URL("./electron.ts", import.meta.url).href, shortCircuit: true } : next(specifier, context),
});
