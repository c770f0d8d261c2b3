import * as z from "zod/mini";
import type { Cycle, Product } from "../../server/scanning/software/table.ts";

const day = z.nullish(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)));

/** The part of `GET https://endoflife.date/api/v1/products/{product}` that the table uses. */
const answer = z.object({
	result: z.object({
		label: z.string(),
		releases: z.array(
			z.object({
				name: z.string(),
				isEol: z.boolean(),
				eolFrom: day,
				eoesFrom: day,
				latest: z.nullish(z.object({ name: z.string() })),
			}),
		),
	}),
});

/** Converts the response for one product to our format. Throws if the API's format has changed. */
export function productFromApi(body: unknown): Product {
	const { result } = answer.parse(body);
	return {
		title: result.label,
		cycles: result.releases.map(
			({ name, isEol, eolFrom, eoesFrom, latest }): Cycle => ({
				cycle: name,
				end: eolFrom ?? (isEol ? true : null),
				...(eoesFrom ? { extendedEnd: eoesFrom } : {}),
				...(latest ? { latest: latest.name } : {}),
			}),
		),
	};
}
