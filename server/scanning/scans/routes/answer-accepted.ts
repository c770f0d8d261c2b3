import type { FastifyReply, FastifyRequest } from "fastify";
import type { ScanAccepted } from "#contract/scans/scans.ts";
import { sendError } from "#server/platform/http/errors.ts";
import type { AcceptScan } from "../accept-scan.ts";

/** Accepts a scan and answers with its receipt once the scan and its job are stored, or with the refusal. */
export async function answerAccepted(
	accept: AcceptScan,
	asked: Omit<Parameters<AcceptScan>[0], "client">,
	{ request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<ScanAccepted | FastifyReply> {
	const started = performance.now();
	const answer = await accept({ ...asked, client: request.ip });
	if (!answer.ok) return sendError(reply, answer.code, answer.message, answer.details);
	const { receipt, repeated } = answer;
	const ms = Math.round(performance.now() - started);
	request.log.info({ scanId: receipt.scanId, repeated, ms }, "scan accepted");
	return { receipt };
}
