import {
  ArrowRight,
  CalendarDays,
  ChevronsUpDown,
  CircleHelp,
  Compass,
  Download,
  ExternalLink,
  Info,
  Keyboard,
  type LucideIcon,
  Play,
  Plus,
  Printer,
  RefreshCw,
  Settings,
  SunMoon,
  UserRound,
} from "lucide-react";
import { useActionKeys } from "../../../state/window/shortcut-settings.ts";
import textStyles from "../../../styles/text.module.css";
import { Keys } from "../../../ui/controls/kbd.tsx";
import styles from "./palette.module.css";
import type { PaletteCommand } from "./palette-commands.ts";

/** What the icon of a command says; other screens have an arrow, and other acts the sign of what runs. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  ...{ "sync-client": RefreshCw, "sync-all": RefreshCw, switch: ChevronsUpDown, "new-window": ExternalLink, posting: CalendarDays },
  ...{ help: CircleHelp, about: Info, keys: Keyboard, "key-settings": Keyboard, tour: Compass, print: Printer, look: SunMoon },
  ...{ settings: Settings, connect: Plus, "connect-list": Plus, "here-export": Download },
};

/** Shortcuts whose commands have another name in the palette. */
const SHORTCUTS: Readonly<Record<string, string>> = {
  ...{ switch: "switcher", clients: "go-clients", inbox: "go-inbox", queue: "go-queue", group: "go-group" },
  ...{ settings: "settings", keys: "keys", print: "print", "sync-client": "sync-client" },
};

/** A command with its icon and the first of its shortcuts, as the person has set them. */
export function CommandRow({ id, words, leads = false, bar = null }: Omit<PaletteCommand, "also" | "run">) {
  const [keys] = useActionKeys(shortcutOf(id));
  return (
    <>
      <RowIcon icon={iconOf(id, leads)} />
      <span className={textStyles.growingLine}>{words}</span>
      {keys === undefined || bar !== null ? null : (
        <span className={styles.keys}>
          <Keys keys={keys} />
        </span>
      )}
    </>
  );
}

/** The icon that a row of the palette begins with. */
export function RowIcon({ icon: Icon }: { readonly icon: LucideIcon }) {
  return <Icon className={styles.icon} size={14} aria-hidden />;
}

function iconOf(id: string, leads: boolean): LucideIcon {
  if (id.startsWith("new-") && leads) return Plus;
  if (id.startsWith("person-")) return UserRound;
  return ICONS[id] ?? (leads ? ArrowRight : Play);
}

/** The shortcut that does the same as a command; empty where there is none. */
function shortcutOf(id: string): string {
  if (id.startsWith("here-")) return id.slice("here-".length);
  return SHORTCUTS[id] ?? (id.startsWith("screen-") ? id : "");
}
