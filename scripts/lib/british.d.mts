export declare const US_SPELLING: RegExp;
export declare function britishOf(texts: readonly string[]): Record<string, string>;
