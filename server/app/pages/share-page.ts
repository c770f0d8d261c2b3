import type { FastifyInstance } from "fastify";
import { captureAddress, LOST, SHARE_PATH } from "#contract/reports/share.ts";

/**
 * What another app shares while no service worker runs, such as right after the browser's data was cleared: its files are not accepted,
 * and the screen says so.
 */
export async function addSharePage(app: FastifyInstance): Promise<void> {
	await app.register(async (page) => {
		page.addContentTypeParser("multipart/form-data", (_request, payload, done) => {
			payload.resume();
			payload.on("end", () => done(null)).on("error", done);
		});
		page.post(SHARE_PATH, async (_request, reply) =>
			reply.code(303).header("Location", captureAddress(LOST)).header("Cache-Control", "no-store").send(),
		);
	});
}
