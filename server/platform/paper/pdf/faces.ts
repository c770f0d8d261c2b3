import { createRequire } from "node:module";

/** Text styles: running text, emphasis, titles, and verbatim evidence. */
export type Face = "text" | "strong" | "title" | "mono";

// Not `import.meta.resolve`, which is missing where tests are set up.
const require = createRequire(import.meta.url);

/** The product's fonts as their packages split them, by script. The first one that has a character draws it. */
export const FACES: Record<Face, readonly string[]> = {
	text: [
		require.resolve("@fontsource/public-sans/files/public-sans-latin-400-normal.woff"),
		require.resolve("@fontsource/public-sans/files/public-sans-latin-ext-400-normal.woff"),
		require.resolve("@fontsource/public-sans/files/public-sans-vietnamese-400-normal.woff"),
		require.resolve("@fontsource/source-serif-4/files/source-serif-4-cyrillic-400-normal.woff"),
		require.resolve("@fontsource/source-serif-4/files/source-serif-4-greek-400-normal.woff"),
	],
	strong: [
		require.resolve("@fontsource/public-sans/files/public-sans-latin-600-normal.woff"),
		require.resolve("@fontsource/public-sans/files/public-sans-latin-ext-600-normal.woff"),
		require.resolve("@fontsource/public-sans/files/public-sans-vietnamese-600-normal.woff"),
		require.resolve("@fontsource/source-serif-4/files/source-serif-4-cyrillic-600-normal.woff"),
		require.resolve("@fontsource/source-serif-4/files/source-serif-4-greek-600-normal.woff"),
	],
	title: [
		require.resolve("@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff"),
		require.resolve("@fontsource/source-serif-4/files/source-serif-4-latin-ext-600-normal.woff"),
		require.resolve("@fontsource/source-serif-4/files/source-serif-4-vietnamese-600-normal.woff"),
		require.resolve("@fontsource/source-serif-4/files/source-serif-4-cyrillic-600-normal.woff"),
		require.resolve("@fontsource/source-serif-4/files/source-serif-4-greek-600-normal.woff"),
	],
	mono: [
		require.resolve("@fontsource/source-code-pro/files/source-code-pro-latin-400-normal.woff"),
		require.resolve("@fontsource/source-code-pro/files/source-code-pro-latin-ext-400-normal.woff"),
		require.resolve("@fontsource/source-code-pro/files/source-code-pro-vietnamese-400-normal.woff"),
		require.resolve("@fontsource/source-code-pro/files/source-code-pro-cyrillic-400-normal.woff"),
		require.resolve("@fontsource/source-code-pro/files/source-code-pro-greek-400-normal.woff"),
	],
};
