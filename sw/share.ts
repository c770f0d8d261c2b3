import { captureAddress, LOST, SHARE_FIELDS, SHARE_PATH } from "#contract/reports/share.ts";
import type { createSharedFiles } from "#src/requests/shared-files.ts";

/** Whether this request is another app sharing something. */
export const isShare = ({ url }: { url: URL }): boolean => url.pathname === SHARE_PATH;

/**
 * Stores shared files and opens the screen that turns them into evidence, with or without a network. A shared page without files
 * goes to the scans screen, in its address.
 */
export async function answerShare(
	request: Request,
	shared: Pick<ReturnType<typeof createSharedFiles>, "keep" | "dropOld">,
): Promise<Response> {
	const form = await request.formData();
	const files = form.getAll(SHARE_FIELDS.files).filter((one) => one instanceof File && one.size > 0) as File[];
	const { title, text, url } = SHARE_FIELDS;
	const texts = [title, text, url].flatMap((name): [string, string][] => {
		const value = form.get(name);
		return typeof value === "string" && value !== "" ? [[name, value]] : [];
	});
	if (files.length === 0) return redirect(`/dashboard/scans?${new URLSearchParams(texts)}`);
	try {
		await shared.dropOld();
		return redirect(captureAddress(await shared.keep(files, texts.map(([, value]) => value).join("\n"))));
	} catch {
		return redirect(captureAddress(LOST));
	}
}

/** 303: the browser goes there with GET. */
const redirect = (to: string) => new Response(null, { status: 303, headers: { Location: to } });
