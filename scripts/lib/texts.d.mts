export declare const CATALOGUE: string;
export declare function readTexts(): { readonly texts: readonly string[]; readonly breaches: readonly string[] };
export declare function catalogueOf(texts: readonly string[]): string;
