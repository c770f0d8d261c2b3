import * as z from "zod/mini";

const text = z.catch(z.optional(z.string()), undefined);
const list = <T extends z.ZodMiniType>(item: T) => z.catch(z._default(z.array(item), []), []);

const picture = z.object({ src: z.string(), sizes: text, type: text, purpose: text, form_factor: text, label: text });

/** A web manifest, read leniently: a value of the wrong type counts as missing. */
const manifest = z.object({
	id: text,
	name: text,
	short_name: text,
	description: text,
	lang: text,
	start_url: text,
	scope: text,
	display: text,
	theme_color: text,
	background_color: text,
	categories: list(z.string()),
	icons: list(picture),
	screenshots: list(picture),
	shortcuts: list(z.object({ name: z.string(), url: z.string(), icons: list(picture) })),
});

export type Manifest = z.infer<typeof manifest>;
export type DeclaredPicture = z.infer<typeof picture>;

/** Null if the text is not a manifest at all. */
export function readManifest(source: string): Manifest | null {
	try {
		return manifest.parse(JSON.parse(source));
	} catch {
		return null;
	}
}
