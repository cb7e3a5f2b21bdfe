export declare const CATALOGUE: string;
export declare function readTexts(): { readonly texts: readonly string[]; readonly breaches: readonly string[] };
export declare function catalogueOf(texts: readonly string[]): string;
export declare const BRITISH_CATALOGUE: string;
export declare function britishCatalogueOf(texts: readonly string[]): string;
export declare const CORE_BRITISH_CATALOGUE: string;
export declare function readCoreTexts(): { readonly texts: readonly string[]; readonly breaches: readonly string[] };
export declare const CORE_CATALOGUE: string;
