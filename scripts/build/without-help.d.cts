declare function withoutHelp(this: { readonly resourcePath: string }, source: string): string;
export = withoutHelp;
