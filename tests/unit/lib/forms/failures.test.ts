import { describe, expect, test } from "vitest";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import { troubleOf } from "#src/lib/forms/failure-text.ts";
import { fieldErrors } from "#src/lib/forms/field-errors.ts";

describe("why a call did not succeed", () => {
	test.each([
		["no answer, and the browser says offline", null, false, "offline"],
		["no answer", null, true, "unreachable"],
		["a 429", 429, true, "too-many"],
		["a 500", 500, true, "server"],
		["a 503 whatever the browser says", 503, false, "server"],
		["a 401", 401, true, "refused"],
	])("%s", (_what, status, online, cause) => {
		expect(troubleOf(new ApiFailure("", { status }), online).cause).toBe(cause);
	});

	test("the transport's own message is not shown, the server's is", () => {
		expect(troubleOf(new ApiFailure("Failed to fetch", { status: null }), true).serverMessage).toBe("");
		expect(troubleOf(new Error("chunk"), true).serverMessage).toBe("");
		expect(troubleOf(new ApiFailure("No.", { status: 400 }), true)).toMatchObject({
			message: "No.",
			serverMessage: "No.",
		});
	});

	test.each([
		[30, "in a minute"],
		[600, "in 10 minutes"],
		[7_200, "in 2 hours"],
		["soon", "later"],
	])("too many attempts: %s seconds are “%s”", (retryAfter, when) => {
		const failure = new ApiFailure("", { status: 429, details: { retryAfter } });
		expect(troubleOf(failure, true).message).toBe(`There were too many attempts. Try again ${when}.`);
	});
});

describe("what a refusal says about single fields", () => {
	const refusal = (details: Record<string, unknown>, code = "invalid_body") =>
		fieldErrors(new ApiFailure("Wrong.", { status: 400, code, details }));

	test("by name, and the first sentence about each", () => {
		const fields = [
			{ field: "/email", message: "Email is invalid" },
			{ field: "/email", message: "Once more" },
			{ field: "", message: "The whole" },
		];
		expect(refusal({ fields })).toEqual({ email: "Email is invalid" });
	});

	test("a wrong code belongs to the code", () => {
		expect(refusal({}, "invalid_code")).toEqual({ code: "Wrong." });
	});

	test("nothing if it says nothing or something else", () => {
		expect(refusal({})).toEqual({});
		expect(refusal({ fields: "all" })).toEqual({});
		expect(fieldErrors(new Error("x"))).toEqual({});
	});
});
