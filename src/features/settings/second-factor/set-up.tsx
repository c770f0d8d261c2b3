import { useState } from "react";
import { encode } from "uqr";
import type { Me } from "#contract/accounts/accounts.ts";
import { recoveryCodes, type TotpBeginning, type TotpSecret, totpSecret } from "#contract/accounts/second-factor.ts";
import { API_PATHS } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import { Button } from "#src/ui/button.tsx";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { CodeField } from "#src/ui/fields/code-field.tsx";
import { OwnerPassword, ownerProofOf } from "../account/owner-password.tsx";
import { SaveForm } from "../save-form.tsx";
import { useSave } from "../use-save.ts";

/** Dark on light in both themes: cameras read it more reliably. Drawn as one path, because pages may not insert markup. */
function QrCode({ text, label }: { text: string; label: string }) {
	const { data, size } = encode(text, { border: 2 });
	const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join("");
	return (
		<svg
			role="img"
			aria-label={label}
			viewBox={`0 0 ${size} ${size}`}
			className="size-52 max-w-full rounded-control bg-white"
		>
			<path d={path} fill="black" shapeRendering="crispEdges" />
		</svg>
	);
}

type Props = { me: Me; withSession: WithSession; onDone(codes: string[]): void; onCancel(): void };

/** First the password, then the secret and a code that proves the app has it. */
export function SetUp({ me, withSession, onDone, onCancel }: Props) {
	const saving = useSave(withSession);
	const { submitting, errors, save } = saving;
	const [secret, setSecret] = useState<TotpSecret | null>(null);

	const onSend = async (sent: HTMLFormElement) => {
		const given = formTexts(sent);
		const { code = "" } = given;
		await save(async () => {
			if (secret === null) {
				const body: TotpBeginning = ownerProofOf(given);
				setSecret(await callApi(API_PATHS.totp, { method: "POST", body, answer: totpSecret }));
				return;
			}
			const answer = await callApi(API_PATHS.confirmTotp, { method: "POST", body: { code }, answer: recoveryCodes });
			onDone(answer.recoveryCodes);
		});
	};

	return (
		<SaveForm
			saving={saving}
			name={{ headingId: "second-factor" }}
			failed="Nothing was changed"
			button={{ label: secret === null ? "Continue" : "Turn on", variant: "primary" }}
			beside={
				<Button variant="secondary" disabled={submitting} onClick={onCancel}>
					Cancel
				</Button>
			}
			onSend={onSend}
		>
			{secret === null ? (
				<OwnerPassword id="second-factor-current" me={me} error={errors.current} submitting={submitting} />
			) : (
				<>
					<p className="text-15">Scan this with your authenticator app, or enter the key by hand.</p>
					<QrCode text={secret.uri} label="QR code with the key for your app" />
					<p className="text-15">
						Key: <code className="wrap-anywhere font-mono">{secret.secret}</code>{" "}
						<CopyButton text={secret.secret} what="key" small />
					</p>
					<p className="text-15">
						<a href={secret.uri} className="inline-flex min-h-11 items-center">
							Open in an app on this device
						</a>
					</p>
					<CodeField
						id="second-factor-confirm"
						label="Code from the app"
						hint="Six digits."
						error={errors.code}
						readOnly={submitting}
						inputMode="numeric"
						required
					/>
				</>
			)}
		</SaveForm>
	);
}
