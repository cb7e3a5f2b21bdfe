import { create } from "zustand";
import { t } from "../../language/t.ts";

/** The steps in their order. */
export const STEPS = ["ledger", "sign-in", "clients", "found", "plan"] as const;
export type Step = (typeof STEPS)[number];

export const STEP_WORDS: Readonly<Record<Step, string>> = {
  ledger: t("Choose ledger"),
  "sign-in": t("Sign in"),
  clients: t("Choose clients"),
  found: t("Review ledger details"),
  plan: t("Start first sync"),
};

interface Wizard {
  readonly step: Step;
  /** The client that the wizard was opened for; null: for whichever come out of it. */
  readonly forClientId: string | null;
  readonly profile: string | null;
  readonly account: string;
  readonly journals: boolean;
  /** A person signs in, or a certificate. */
  readonly way: "browser" | "certificate";
  readonly signInId: string | null;
  /** Client by tenant, where a list of clients said which is which. */
  readonly expected: Readonly<Record<string, string>>;
  /** Clients that this wizard has connected. */
  readonly connected: readonly string[];
}

const START: Wizard = {
  step: "ledger",
  forClientId: null,
  profile: null,
  account: "",
  journals: false,
  way: "browser",
  signInId: null,
  expected: {},
  connected: [],
};

/** The choices made so far; they are kept while the window is open, whatever else is shown. */
export const useWizard = create<Wizard>(() => START);

export function changeWizard(change: Partial<Wizard>): void {
  useWizard.setState(change);
}

/** Begins again from the first step. */
export function resetWizard(forClientId: string | null): void {
  useWizard.setState({ ...START, forClientId });
}
