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

/** Regions that write English as the US does. */
const AMERICAN: ReadonlySet<string> = new Set(["US", "PR", "GU", "VI", "AS", "MP", "UM", "PH"]);

const FILES = import.meta.glob<Catalogue>(["./catalogues/*.json", "!./catalogues/en.json"], { import: "default" });

/** What can be chosen: English, each file in `catalogues`, and the two looks for translators. */
export const LANGUAGES: readonly Language[] = [
  ENGLISH,
  ...Object.keys(FILES).map((file) => described(file.replace(/^.*\/|\.json$/g, ""))),
  ...FOR_TRANSLATORS,
];

/** The language of this window, chosen before it opened. A choice applies from the next load. */
export const LANGUAGE: Language = languageFor(globalThis.localStorage?.getItem(KEY) ?? null, globalThis.navigator?.language ?? "en");

/** The chosen language, or else British English where the system's English isn't American, and American English everywhere else. */
export function languageFor(chosen: string | null, systemLocale: string): Language {
  const byId = (wanted: string | null) => LANGUAGES.find(({ id }) => id === wanted);
  const { language, region } = new Intl.Locale(systemLocale).maximize();
  const isBritish = language === "en" && !AMERICAN.has(region ?? "");
  return byId(chosen) ?? (isBritish ? byId("en-GB") : undefined) ?? ENGLISH;
}

/** Its texts by the English ones; English needs none. Waiting for them here means that no module ever sees half a language. */
export const CATALOGUE: Catalogue = (await FILES[`./catalogues/${LANGUAGE.id}.json`]?.()) ?? {};

/** Keeps the choice and shows the window in it. */
export function chooseLanguage(id: string): void {
  window.localStorage.setItem(KEY, id);
  window.location.reload();
}

/** Says to the page which language it is in and which way it runs. */
export function applyLanguage(): void {
  document.documentElement.lang = LANGUAGE.locale;
  document.documentElement.dir = LANGUAGE.direction;
}

function described(id: string): Language {
  const rightToLeft = ["ar", "fa", "he", "ur"].includes(new Intl.Locale(id).language);
  const name = new Intl.DisplayNames([id], { type: "language" }).of(id) ?? id;
  return { id, name, direction: rightToLeft ? "rtl" : "ltr", locale: id, lengthened: false };
}
