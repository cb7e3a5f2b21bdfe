import { later } from "../../../api/clock.ts";
import { t } from "../../../language/t.ts";
import {
  CLIENT_SCREENS,
  clientAddress,
  recordAddress,
  SCREEN_LABELS,
  setOverlay,
  writesAddress,
} from "../../../state/window/screen-address.ts";
import { cycleTheme } from "../../../state/window/theme.ts";
import { startTour } from "../../../state/window/tour.ts";
import { runShellCommand } from "./run-shell-command.ts";
import { actHere, actionsHere } from "./screen-actions.ts";

/** Something that can be done by its name. */
export interface PaletteCommand {
  readonly id: string;
  readonly words: string;
  /** Other words that people type for it. */
  readonly also: string;
  /** Why the current user can't do it, and who can. */
  readonly bar?: string | null;
  /** It opens a screen or a form, and does nothing else. */
  readonly leads?: boolean;
  readonly run: () => void;
}

const WRITES = [
  ["bill", t("New bill")],
  ["invoice", t("New invoice")],
  ["credit", t("New credit note or vendor credit")],
  ["journal", t("New journal")],
  ["payment", t("New payment or receipt")],
] as const;

const CLOSE_PARTS = [
  ["reconciliations", t("Reconciliations"), t("account support statement")],
  ["adjusting", t("Adjusting entries"), t("accrual prepaid prepayment depreciation")],
  ["changes", t("Post-close changes"), t("late posted locked")],
  ["packs", t("Close packs"), t("export auditor evidence pack")],
] as const;

type Navigate = (to: string) => void;

function leading(navigate: Navigate) {
  return (id: string, words: string, also: string, to: string): PaletteCommand => ({
    id,
    words,
    also,
    leads: true,
    run: () => navigate(to),
  });
}

/** The client that commands are about. */
interface PaletteClient {
  readonly clientId: string;
  readonly name: string;
  /** The screen that is open is the firm's, and this was the last client. */
  readonly isLast?: boolean;
}

/**
 * What can be done from here: with the client that is open, and with the firm, which comes first on its own screens. `syncBar` says
 * why someone can't start a sync.
 */
export function paletteCommands(client: PaletteClient | null, navigate: Navigate, syncBar: string | null): readonly PaletteCommand[] {
  const ofClient = client === null ? [] : clientCommands(client, navigate, syncBar);
  // Asked for after the palette has closed: an act belongs to the screen below it.
  const here = actionsHere().map(({ id, words }) => ({
    id: `here-${id}`,
    words,
    also: t("do this screen"),
    run: () => later(0, () => actHere(id)),
  }));
  const ofFirm = firmCommands(navigate, syncBar);
  return client?.isLast === true ? [...here, ...ofFirm, ...ofClient] : [...here, ...ofClient, ...ofFirm];
}

/** What can be done with the firm, on any screen. */
function firmCommands(navigate: Navigate, syncBar: string | null): readonly PaletteCommand[] {
  const go = leading(navigate);
  return [
    go("clients", t("All clients"), t("dashboard home go"), "/"),
    go("people", t("People"), t("roles preparer reviewer admin work as"), "/settings/people"),
    go("review", t("Review bundles"), t("export import share encrypted"), "/settings/reviews"),
    go("backup", t("Data and backups"), t("restore save export"), "/settings/backups"),
    go("key-settings", t("Change shortcut keys"), t("shortcuts remap letters"), "/settings/keys"),
    go("settings", t("Settings"), t("preferences options backup ledger limits apps assistants theme keys"), "/settings"),
    go("connect-list", t("Add a list of clients"), t("csv import many bulk"), "/connect/list"),
    go("group", t("Groups"), t("consolidation entity tree eliminations rates go"), "/group"),
    go("queue", t("Queue"), t("syncs updates waiting limits go"), "/queue"),
    go("inbox", t("Inbox"), t("tasks waiting notes mentions go"), "/inbox"),
    go("design", t("Design system (for developers)"), t("components colors tokens states"), "/design"),
    go("connect", t("Connect a ledger"), t("add client new sign in"), "/connect"),
    {
      id: "sync-all",
      words: t("Sync all clients"),
      also: t("read refresh update everything"),
      bar: syncBar,
      run: () => runShellCommand({ command: "sync-all" }, navigate),
    },
    { id: "switch", words: t("Switch client"), also: t("change open other client"), run: () => setOverlay("switcher") },
    {
      id: "new-window",
      words: t("Open in a new window"),
      also: t("pop out tab screen second"),
      run: () => runShellCommand({ command: "pop-out" }, navigate),
    },
    { id: "help", words: t("Open the guide"), also: t("help how manual documentation"), run: () => navigate("/help") },
    { id: "about", words: t("Updates and crash reports"), also: t("help about update safe mode"), run: () => setOverlay("about") },
    { id: "keys", words: t("Keyboard shortcuts"), also: t("help shortcuts"), run: () => setOverlay("keys") },
    { id: "tour", words: t("Take the tour"), also: t("tour help guide"), run: startTour },
    { id: "print", words: t("Print this screen"), also: t("paper pdf"), run: () => window.print() },
    { id: "look", words: t("Change appearance"), also: t("theme dark light system"), run: cycleTheme },
  ];
}

/** Commands that hold every word that was typed; those whose own words begin so first, and of these what acts before what opens. */
export function matchingCommands(commands: readonly PaletteCommand[], text: string): readonly PaletteCommand[] {
  const words = text
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return commands;
  const begun = text.trim().toLocaleLowerCase();
  const rank = ({ words: own, leads = false }: PaletteCommand): number => {
    if (!own.toLocaleLowerCase().startsWith(begun)) return 2;
    return leads ? 1 : 0;
  };
  return commands
    .filter(({ words: own, also }) => words.every((word) => `${own} ${also}`.toLocaleLowerCase().includes(word)))
    .sort((a, b) => rank(a) - rank(b));
}

/** Screens apart from acts, those like the best match first: "Sync (client)" opens, "Sync client now" syncs. */
export function apart(commands: readonly PaletteCommand[]): readonly PaletteCommand[] {
  const isLike = ({ leads = false }: PaletteCommand): boolean => leads === (commands[0]?.leads ?? false);
  return [...commands.filter(isLike), ...commands.filter((command) => !isLike(command))];
}

/** What can be done with the client that is open. */
function clientCommands(client: PaletteClient, navigate: Navigate, syncBar: string | null): readonly PaletteCommand[] {
  const go = leading(navigate);
  return [
    ...CLIENT_SCREENS.map((screen) =>
      go(
        `screen-${screen}`,
        t("{screen} ({name})", { screen: SCREEN_LABELS[screen], name: client.name }),
        t("go open show"),
        clientAddress(client.clientId, screen),
      ),
    ),
    ...WRITES.map(([form, words]) =>
      go(
        `new-${form}`,
        t("{screen} ({name})", { screen: words, name: client.name }),
        t("new add write"),
        writesAddress(client.clientId, `new-${form}`),
      ),
    ),
    ...CLOSE_PARTS.map(([part, words, also]) =>
      go(
        `close-${part}`,
        t("{screen} ({name})", { screen: words, name: client.name }),
        also,
        recordAddress(client.clientId, "close", part),
      ),
    ),
    {
      id: "sync-client",
      words: t("Sync {name} now", { name: client.name }),
      also: t("read refresh update"),
      bar: syncBar,
      run: () => runShellCommand({ command: "sync-client" }, navigate),
    },
    {
      id: "posting",
      words: t("Check if a date is locked ({name})", { name: client.name }),
      also: t("lock period date closed check"),
      run: () => setOverlay("posting"),
    },
  ];
}
