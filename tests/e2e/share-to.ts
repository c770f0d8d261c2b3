import type { Page } from "@playwright/test";

type Shared = { field: string; name: string; type: string; text: string };

/** Does what the system does when another app shares something: a headless browser cannot be made to do it. */
export async function shareTo(
	page: Page,
	action: string,
	texts: Record<string, string>,
	files: readonly Shared[] = [],
): Promise<void> {
	await page.evaluate(
		({ action, texts, files }) => {
			const form = document.createElement("form");
			Object.assign(form, { method: "POST", action, enctype: "multipart/form-data" });
			for (const [name, value] of Object.entries(texts)) {
				form.append(Object.assign(document.createElement("input"), { name, value }));
			}
			for (const { field, name, type, text } of files) {
				const carried = new DataTransfer();
				carried.items.add(new File([text], name, { type }));
				const input = Object.assign(document.createElement("input"), { type: "file", name: field });
				input.files = carried.files;
				form.append(input);
			}
			document.body.append(form);
			form.submit();
		},
		{ action, texts, files },
	);
}
