import { useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";

/** A form as it was left, and what it began with: once the books say otherwise, what was typed is about something else. */
interface Unfinished {
  readonly start: string;
  readonly form: unknown;
}

const KEY = "tieout.unfinished-forms";

/** By the address of the form. They stay while the window is open, over a reload too. */
let kept: Readonly<Record<string, Unfinished>> = readKept(globalThis.sessionStorage?.getItem(KEY) ?? null);

function readKept(text: string | null): Readonly<Record<string, Unfinished>> {
  if (text === null) return {};
  try {
    const found = JSON.parse(text) as unknown;
    return typeof found === "object" && found !== null ? (found as Record<string, Unfinished>) : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function keep(address: string, form: Unfinished | null): void {
  const { [address]: _old, ...others } = kept;
  kept = form === null ? others : { ...others, [address]: form };
  window.sessionStorage.setItem(KEY, JSON.stringify(kept));
}

/** The date that the form at an address began with, if somebody left it unfinished: it stays, though midnight has passed since. */
export function unfinishedDay(address: string): CalendarDate | null {
  const left = kept[address];
  if (left === undefined) return null;
  const start = JSON.parse(left.start) as { readonly issueDate?: CalendarDate; readonly date?: CalendarDate };
  return start.issueDate ?? start.date ?? null;
}

interface FormState<Form> {
  readonly form: Form;
  readonly setForm: (form: Form) => void;
  /** It shows what somebody entered before they went to another screen. */
  readonly isBack: boolean;
  /** How often it was started over, as a key: what its fields keep of what was typed begins again as well. */
  readonly round: number;
  readonly startOver: () => void;
  /** What was entered is sent, saved or given up. */
  readonly forget: () => void;
}

/**
 * What is typed into a form, kept under its address until it is sent, saved or canceled.
 * @param part names a part of a form that is kept apart from the rest
 */
export function useUnfinishedForm<Form>(start: Form, part = ""): FormState<Form> {
  const [location] = useHashLocation();
  const address = `${location}${part}`;
  const [begun] = useState(() => JSON.stringify(start));
  const [left] = useState(() => (kept[address]?.start === begun ? (kept[address].form as Form) : null));
  const [form, setForm] = useState(left ?? start);
  const [isBack, setIsBack] = useState(left !== null);
  const [round, setRound] = useState(0);
  const forget = () => keep(address, null);
  return {
    form,
    setForm: (next) => {
      setForm(next);
      keep(address, JSON.stringify(next) === begun ? null : { start: begun, form: next });
    },
    isBack,
    round,
    startOver: () => {
      setForm(start);
      setIsBack(false);
      setRound(round + 1);
      forget();
    },
    forget,
  };
}
