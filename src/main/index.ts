import { startShell } from "./hosts/electron/start-shell.ts";

startShell();
