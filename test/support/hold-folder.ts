import { takeDataFolder } from "#main/hosts/node/data-folder.ts";

// A process of its own that takes the folder and keeps it until it is killed.
const taken = takeDataFolder(process.argv[2] ?? "", "a test's other process");
process.send?.(taken.ok ? "taken" : taken.failure.message);
if (taken.ok) setInterval(() => taken.value.home, 60_000);
