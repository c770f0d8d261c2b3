import Fastify from "fastify";
import { expect, test } from "vitest";
import { ENTRY_PATHS } from "#contract/requests/entries.ts";
import type { OutboxAnswers } from "#contract/requests/outbox.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { addOutboxBatch } from "#server/app/outbox-batch.ts";
import { addSchemas } from "#server/platform/http/schemas.ts";

test("a batch is answered in time however slow its entries are: those not begun are to be sent again", async () => {
	let seconds = 0;
	let begun = 0;
	const app = Fastify();
	addSchemas(app);
	app.post(API_BASE + ENTRY_PATHS.newsletter, async (_request, reply) => {
		begun++;
		seconds += 1;
		return reply.code(202).send({});
	});
	addOutboxBatch(app, () => new Date(seconds * 1000));
	const entries = Array.from({ length: 20 }, (_, index) => ({
		key: `slow-${index}`,
		kind: "newsletter",
		account: "anonymous",
		body: {},
	}));
	const response = await app.inject({ method: "POST", url: API_BASE + API_PATHS.outbox, payload: { entries } });
	const { answers } = response.json<OutboxAnswers>();
	expect(answers).toHaveLength(20);
	const statuses = answers.map(({ status }) => status);
	expect(statuses.filter((status) => status === 202)).toHaveLength(begun);
	expect(begun).toBeLessThan(13);
	expect(statuses.slice(begun)).toEqual(Array(20 - begun).fill(503));
	// Without a time to wait: that would hold up the whole outbox.
	expect(answers.at(-1)).toMatchObject({ key: "slow-19", body: { code: "unavailable" } });
	expect(answers.at(-1)?.body).not.toHaveProperty("details");
});
