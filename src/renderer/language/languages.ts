import { AMERICAN, languageOfLocale, type OpenItemTerms } from "#shared/language/english.ts";

/** Languages of the window: a catalogue each (`catalogues/<id>.json`), and two looks of English for those who translate. */
export interface Language {
  /** BCP 47, or one of the two looks for translators. */
  readonly id: string;
  /** Its name in itself, as a list of languages shows it. */
  readonly name: string;
  readonly direction: "ltr" | "rtl";
  /** How plurals are counted. */
  readonly locale: string;
  /** Whether words are drawn longer and accented, so that a text outside the catalogue or a box that is too small is seen. */
  readonly lengthened: boolean;
}

type Catalogue = Readonly<Record<string, string>>;

const KEY = "tieout.language";
const ENGLISH: Language = { id: "en", name: "American English", direction: "ltr", locale: "en", lengthened: false };
const FOR_TRANSLATORS: readonly Language[] = [
  { ...ENGLISH, id: "en-XA", name: "Ļéñĝţĥéñéđ (for translators)", lengthened: true },
  { ...ENGLISH, id: "ar-XB", name: "Right to left (for translators)", direction: "rtl", lengthened: true },
];

const FIRM_KEY = "tieout.firm-english";

/** The English that the firm chose, as this browser last heard it: texts are read before the core can be asked. */
interface FirmEnglish {
  readonly language: "en" | "en-GB" | null;
  readonly terms: OpenItemTerms;
}

const FIRM = lastHeard();

/** What the firm calls receivables and payables. */
export const TERMS: OpenItemTerms = FIRM.terms;

const FILES = import.meta.glob<Catalogue>(["./catalogues/*.json", "!./catalogues/en.json"], { import: "default" });

/** What can be chosen: English, each file in `catalogues`, and the two looks for translators. */
export const LANGUAGES: readonly Language[] = [
  ENGLISH,
  ...Object.keys(FILES).map((file) => described(file.replace(/^.*\/|\.json$/g, ""))),
  ...FOR_TRANSLATORS,
];

/** The language of this window, chosen before it opened. A choice applies from the next load. */
export const LANGUAGE: Language = languageFor(
  globalThis.localStorage?.getItem(KEY) ?? null,
  FIRM.language === "en" ? "en-US" : (FIRM.language ?? globalThis.navigator?.language ?? "en"),
);

/** What a person is offered: the looks for translators only while the window is developed, or where one is in use. */
export function offeredLanguages(chosen: Language, development: boolean): readonly Language[] {
  return LANGUAGES.filter((language) => development || language === chosen || !FOR_TRANSLATORS.includes(language));
}

/** The language chosen for this window, or else the English of the firm or the system. */
export function languageFor(chosen: string | null, locale: string): Language {
  const byId = (wanted: string | null) => LANGUAGES.find(({ id }) => id === wanted);
  return byId(chosen) ?? byId(languageOfLocale(locale)) ?? ENGLISH;
}

/** Its texts by the English ones; English needs none. Waiting for them here means that no module ever sees half a language. */
export const CATALOGUE: Catalogue = (await FILES[`./catalogues/${LANGUAGE.id}.json`]?.()) ?? {};

/** Keeps the choice and shows the window in it. */
export function chooseLanguage(id: string): void {
  window.localStorage.setItem(KEY, id);
  window.location.reload();
}

/**
 * Takes over what the firm chose. The window shows itself again where that changes a text.
 * @returns whether it does
 */
export function followFirm({ language, terms }: FirmEnglish): boolean {
  if (language === FIRM.language && terms === FIRM.terms) return false;
  window.localStorage.setItem(FIRM_KEY, JSON.stringify({ language, terms }));
  window.location.reload();
  return true;
}

/** The name of a choice of terms: the one text that the choice itself doesn't change. */
export function termsName(terms: OpenItemTerms): string {
  const name = terms === "debtors" ? "Debtors and creditors" : "Receivables and payables";
  return CATALOGUE[name] ?? name;
}

/** Says to the page which language it is in and which way it runs. */
export function applyLanguage(): void {
  document.documentElement.lang = LANGUAGE.locale;
  document.documentElement.dir = LANGUAGE.direction;
}

function lastHeard(): FirmEnglish {
  const nothing: FirmEnglish = { language: null, terms: AMERICAN.terms };
  try {
    return { ...nothing, ...(JSON.parse(globalThis.localStorage?.getItem(FIRM_KEY) ?? "{}") as Partial<FirmEnglish>) };
  } catch {
    // What a browser kept may be of another release; the core is asked in a moment.
    return nothing;
  }
}

function described(id: string): Language {
  const rightToLeft = ["ar", "fa", "he", "ur"].includes(new Intl.Locale(id).language);
  return {
    id,
    // Only when it is shown: to load the names of languages takes a tenth of the time that the window's modules take.
    get name() {
      return new Intl.DisplayNames([id], { type: "language" }).of(id) ?? id;
    },
    direction: rightToLeft ? "rtl" : "ltr",
    locale: id,
    lengthened: false,
  };
}
