import { call } from "../../api/client.ts";
import { announce } from "../../state/announcements.ts";
import { CLIENT_SCREENS, clientAddress, SCREEN_WORDS, setOverlay } from "../../state/place.ts";
import { cycleTheme } from "../../state/theme.ts";
import { startTour } from "../../state/tour.ts";
import { runShellCommand } from "./run-shell-command.ts";

/** Something that can be done by its name. */
export interface PaletteCommand {
  readonly id: string;
  readonly words: string;
  /** Other words that people type for it. */
  readonly also: string;
  readonly run: () => void;
}

/** What can be done from here: with the client that is open, and with the firm. */
export function paletteCommands(
  client: { readonly clientId: string; readonly name: string } | null,
  navigate: (to: string) => void,
): readonly PaletteCommand[] {
  const go = (id: string, words: string, also: string, to: string): PaletteCommand => ({ id, words, also, run: () => navigate(to) });
  const ofClient: readonly PaletteCommand[] =
    client === null
      ? []
      : [
          ...CLIENT_SCREENS.map((screen) =>
            go(`screen-${screen}`, `${SCREEN_WORDS[screen]} of ${client.name}`, "go open show", clientAddress(client.clientId, screen)),
          ),
          {
            id: "sync-client",
            words: `Sync ${client.name} now`,
            also: "read refresh update",
            run: () => start({ clientIds: [client.clientId] }, `Reading ${client.name} has started.`),
          },
        ];
  return [
    ...ofClient,
    go("clients", "All clients", "dashboard home go", "/"),
    go("settings", "Settings", "preferences options backup limits theme keys", "/settings"),
    go("connect-list", "Add a list of clients", "csv import many bulk", "/connect/list"),
    go("group", "Group", "consolidation entity tree eliminations rates go", "/group"),
    go("inbox", "Inbox", "tasks waiting notes mentions go", "/inbox"),
    go("connect", "Connect a ledger", "add client new sign in", "/connect"),
    {
      id: "sync-all",
      words: "Sync all clients",
      also: "read refresh update everything",
      run: () => start({}, "Reading has started for every client that is not paused."),
    },
    { id: "switch", words: "Switch client", also: "change open", run: () => setOverlay("switcher") },
    {
      id: "new-window",
      words: "Open this place in a new window",
      also: "pop out tab screen second",
      run: () => runShellCommand({ command: "pop-out" }, navigate),
    },
    { id: "about", words: "Crash reports and version", also: "help about update safe mode", run: () => setOverlay("about") },
    { id: "keys", words: "Keyboard map", also: "help shortcuts", run: () => setOverlay("keys") },
    { id: "tour", words: "Show me around the demo firm", also: "tour help guide", run: startTour },
    { id: "print", words: "Print this screen", also: "paper pdf", run: () => window.print() },
    { id: "look", words: "Change the look", also: "theme dark light system", run: cycleTheme },
  ];
}

/** Commands that hold every word that was typed, those whose own words begin so first. */
export function matchingCommands(commands: readonly PaletteCommand[], text: string): readonly PaletteCommand[] {
  const words = text
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const rank = (command: PaletteCommand): number => (command.words.toLocaleLowerCase().startsWith(text.trim().toLocaleLowerCase()) ? 0 : 1);
  return commands
    .filter(({ words: own, also }) => words.every((word) => `${own} ${also}`.toLocaleLowerCase().includes(word)))
    .sort((a, b) => rank(a) - rank(b));
}

function start(input: { readonly clientIds?: string[] }, said: string): void {
  call("sync.start", input).then(
    () => announce(said),
    (error: unknown) => announce(error instanceof Error ? error.message : String(error)),
  );
}
