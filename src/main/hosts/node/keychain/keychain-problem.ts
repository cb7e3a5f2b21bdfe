import { SecretsUnavailable } from "#main/ports/index.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** Why the keychain can't be used now. `slow`: it hasn't answered yet and may be showing a password prompt. */
export type KeychainProblem =
  | "locked"
  | "no_bus"
  | "no_service"
  | "no_collection"
  | "cancelled"
  | "slow"
  | "crashed"
  | "not_installed"
  | "damaged"
  | "unknown";

interface Advice {
  readonly what: string;
  readonly next: string;
}

const PACKAGES =
  "gnome-keyring (Debian and Ubuntu: sudo apt install gnome-keyring; Fedora: sudo dnf install gnome-keyring) or, under KDE, KWallet";

const advice: Readonly<Record<Exclude<KeychainProblem, "damaged">, Advice>> = {
  locked: {
    what: "it is locked",
    next: "Unlock the keychain: open the system's password manager, or log out of this computer and back in.",
  },
  no_bus: {
    what: "there is no D-Bus session for it",
    next: `Start Tieout from a desktop session (or under dbus-run-session) with a secret service: ${PACKAGES}.`,
  },
  no_service: {
    what: "no secret service is installed or running",
    next: `Install ${PACKAGES}. Then log out of this computer and back in.`,
  },
  no_collection: { what: "it has no default keyring", next: "Create a default keyring in the system's password manager." },
  cancelled: { what: "the password prompt was closed", next: "Try again and enter the keychain's password." },
  slow: { what: "it didn't respond in time", next: "Look for a system window that asks for a password, and enter the password there." },
  crashed: { what: "its helper process ended unexpectedly", next: "Try again; the helper restarts automatically." },
  not_installed: { what: "the keychain module isn't installed", next: "Reinstall Tieout, including its optional packages." },
  unknown: {
    what: "it reported an error",
    next: "Unlock the keychain and try again. On Linux, check that a secret service such as gnome-keyring is installed and running.",
  },
};

/** One entry only: the keychain itself can be used, so waiting for it changes nothing. */
const DAMAGED: Failure = {
  code: "keychain_unavailable",
  message: "One of Tieout's entries in the operating system's keychain is incomplete or damaged.",
  next: "To replace the entry, redo whichever of these stopped working: sign in to the ledger, import the certificate, enter the app's secret, or join the firm's server again. The local copy isn't affected.",
};

/** The libraries give only English text, so each problem is recognized by its wording. */
const signs: readonly (readonly [RegExp, KeychainProblem])[] = [
  [/cancel|dismiss|-128\b/i, "cancelled"],
  [/locked collection|is locked|interaction is not allowed|-25308/i, "locked"],
  [/not provided by any \.service|ServiceUnknown|NameHasNoOwner|exited with status/i, "no_service"],
  [/object does not exist|no such (secret )?(collection|object)|default keychain could not be found/i, "no_collection"],
  [/D-?Bus|could not connect|connection refused|connection is closed|autolaunch|no such file or directory/i, "no_bus"],
];

/** What the text of a keychain library's error stands for. */
export function problemOf(message: string): KeychainProblem {
  return signs.find(([sign]) => sign.test(message))?.[1] ?? "unknown";
}

/** The error that callers get: a code, a reason and what to do. There is no fall-back to a plain file. */
export function keychainUnavailable(problem: KeychainProblem): SecretsUnavailable {
  if (problem === "damaged") return new SecretsUnavailable(DAMAGED, problem);
  const { what, next } = advice[problem];
  return new SecretsUnavailable(
    {
      code: "keychain_unavailable",
      message: `Tieout can't use the operating system's keychain: ${what}.`,
      next: `${next} Nothing was deleted, and clients can sync again when the keychain is available. To continue without the keychain, start Tieout with --secrets memory; sign-ins are then kept for that session only.`,
    },
    problem,
  );
}
