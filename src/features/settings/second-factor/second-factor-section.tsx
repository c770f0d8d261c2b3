import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Me } from "#contract/accounts/accounts.ts";
import { recoveryCodes, type SecondFactorChange, secondFactor } from "#contract/accounts/second-factor.ts";
import { timeText } from "#contract/format/time.ts";
import { API_PATHS } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { twoFactorsGiven } from "#src/lib/session/proof/two-factors-given.ts";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import { Button } from "#src/ui/button.tsx";
import { Section } from "../section.tsx";
import { RecoveryCodesView } from "./recovery-codes.tsx";
import { SetUp } from "./set-up.tsx";
import { WithCode } from "./with-code.tsx";

/** `GET accounts/second-factor/`. How an account is protected is not kept on a device. */
const secondFactorQuery = queryOptions({
	queryKey: ["second-factor"],
	meta: { kept: false },
	queryFn: ({ signal }) => callApi(API_PATHS.secondFactor, { answer: secondFactor, signal }),
});

type Step = { at: "rest" } | { at: "set-up" } | { at: "off" } | { at: "renew" } | { at: "codes"; codes: string[] };

type Props = { me: Me; withSession: WithSession };

/** Codes from an app, which are asked for at sign-in. */
export default function SecondFactorSection({ me, withSession }: Props) {
	const { data, isError, refetch } = useQuery(secondFactorQuery);
	const [step, setStep] = useState<Step>({ at: "rest" });
	const queries = useQueryClient();
	const rest = () => setStep({ at: "rest" });
	const changed = (next: Step) => {
		setStep(next);
		return queries.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
	};
	const on = (codes: string[]) => {
		setStep({ at: "codes", codes });
		twoFactorsGiven();
	};
	const renew = async (body: SecondFactorChange) => {
		const answer = await callApi(API_PATHS.recoveryCodes, { method: "POST", body, answer: recoveryCodes });
		await changed({ at: "codes", codes: answer.recoveryCodes });
	};
	const turnOff = async (body: SecondFactorChange) => {
		await callApi(API_PATHS.totp, { method: "DELETE", body });
		await changed({ at: "rest" });
	};

	return (
		<Section id="second-factor" heading="Codes from an app">
			{isError && !data && (
				<p className="text-15">
					This could not be loaded.{" "}
					<Button variant="plain" onClick={() => refetch()}>
						Try again
					</Button>
				</p>
			)}
			{data && step.at !== "codes" && (
				<p role="status" className="text-15">
					{data.totpSince === null
						? "Off. Turn this on, and signing in also needs a code from an authenticator app. Someone with your password alone cannot get in."
						: `On since ${timeText(data.totpSince)}. ${data.recoveryCodesLeft} of 10 recovery codes left.`}
				</p>
			)}
			{step.at === "set-up" && <SetUp me={me} withSession={withSession} onDone={on} onCancel={rest} />}
			{step.at === "codes" && <RecoveryCodesView codes={step.codes} email={me.email} onKept={rest} />}
			{step.at === "off" && (
				<WithCode label="Turn off" me={me} withSession={withSession} send={turnOff} onCancel={rest} />
			)}
			{step.at === "renew" && (
				<WithCode label="Make new recovery codes" me={me} withSession={withSession} send={renew} onCancel={rest} />
			)}
			{data && step.at === "rest" && (
				<div className="flex flex-wrap gap-3">
					{data.totpSince === null ? (
						<Button variant="secondary" onClick={() => setStep({ at: "set-up" })}>
							Set up an app
						</Button>
					) : (
						<>
							<Button variant="secondary" onClick={() => setStep({ at: "renew" })}>
								New recovery codes
							</Button>
							<Button variant="secondary" onClick={() => setStep({ at: "off" })}>
								Turn off
							</Button>
						</>
					)}
				</div>
			)}
		</Section>
	);
}
