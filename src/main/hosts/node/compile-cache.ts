import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

/**
 * Keeps the compiled form of what this process and its threads load from now on, so that the next start need not compile it
 * again. Where `NODE_COMPILE_CACHE` is set, it stays in that folder. Never in the system's temporary folder: others could put code there.
 */
export function keepCompiled(): void {
  const { directory } = enableCompileCache(join(cacheFolder(), "compiled"));
  // Threads take it from here.
  if (directory !== undefined) process.env.NODE_COMPILE_CACHE = directory;
}

/** The operating system's place for what may be deleted at any time. */
function cacheFolder(): string {
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "Tieout");
  if (process.platform === "win32") return join(process.env.LOCALAPPDATA ?? join(homedir(), "AppData", "Local"), "Tieout Cache");
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "tieout");
}
