import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import * as z from "zod/mini";
import { ACCOUNT, IDEMPOTENCY_KEY } from "#contract/headers.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { combinedScanRequest, scanAccepted } from "#contract/scans.ts";
import type { AcceptScan } from "../scans/accept-scan.ts";
import { sendError } from "./errors.ts";

const KEY = /^[\x21-\x7e]{1,200}$/;

/** `POST scans/combined/start/`: the free scan. 202 with a receipt once the scan and its job are stored for good. */
export function addStartCombinedScan(app: FastifyInstance, acceptScan: AcceptScan): void {
	app.withTypeProvider<ZodTypeProvider>().post(
		`${API_BASE}${API_PATHS.startCombinedScan}`,
		{
			schema: { body: combinedScanRequest, response: { 202: scanAccepted, "4xx": z.any(), "5xx": z.any() } },
			bodyLimit: 16_384,
			// Before the body is looked at: another account's request is not ours to judge.
			async preValidation(request, reply) {
				const account = request.headers[ACCOUNT.toLowerCase()]?.toString() ?? "anonymous";
				if (account === "anonymous") return;
				return sendError(
					reply,
					"other_account",
					"This scan belongs to an account that is not signed in here. It was not started; please sign in and send it again.",
				);
			},
		},
		async (request, reply) => {
			const key = request.headers[IDEMPOTENCY_KEY.toLowerCase()]?.toString() ?? null;
			if (key !== null && !KEY.test(key)) {
				return sendError(reply, "invalid_body", `${IDEMPOTENCY_KEY} must be 1 to 200 visible ASCII characters.`);
			}
			const started = performance.now();
			const answer = await acceptScan({ owner: "anonymous", key, body: request.body, client: request.ip });
			if (!answer.ok) return sendError(reply, answer.code, answer.message, answer.details);
			const { receipt, repeated } = answer;
			const ms = Math.round(performance.now() - started);
			request.log.info({ scanId: receipt.scanId, repeated, ms }, "scan accepted");
			return reply.code(202).header("Cache-Control", "no-store").send({ receipt });
		},
	);
}
