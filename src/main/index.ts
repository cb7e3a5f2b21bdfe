import { keepCompiled } from "./hosts/node/compile-cache.ts";

keepCompiled();
// Awaited: what the shell sets up before the app is ready would otherwise come too late.
const { startShell } = await import("./hosts/electron/start-shell.ts");

startShell();
