export const canPaste = (): boolean => typeof navigator.clipboard?.read === "function";

type Pasted = { ok: true; files: File[] } | { ok: false; message: string };

const NOTHING: Pasted = { ok: false, message: "There is no picture to paste. Copy one first." };

/** The pictures on the clipboard, for a button: phones have no keys for it. */
export async function pastedFiles(): Promise<Pasted> {
	try {
		const files: File[] = [];
		for (const item of await navigator.clipboard.read()) {
			const type = item.types.find((one) => one.startsWith("image/"));
			if (type) files.push(new File([await item.getType(type)], "image", { type }));
		}
		return files.length > 0 ? { ok: true, files } : NOTHING;
	} catch {
		return { ok: false, message: "The browser did not allow it. Use the keys for paste, or choose a file." };
	}
}
