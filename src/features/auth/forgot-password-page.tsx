import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { site } from "#src/config/site.ts";
import { PlainPage } from "#src/ui/page/plain-page.tsx";
import type { LoginNotice } from "./login-notice.ts";
import { AskForCode } from "./password-reset/ask-for-code.tsx";
import { NewPasswordForm } from "./password-reset/new-password-form.tsx";
import { useCodeLink } from "./use-code-link.ts";

export const meta = {
	title: `Forgot your password | ${site.name}`,
	description: "Get a code by email and set a new password.",
	indexable: false,
} as const;

export default function ForgotPasswordPage() {
	const navigate = useNavigate();
	const link = useCodeLink();
	const [asked, setAsked] = useState<string | null>(null);
	const [wants, setWants] = useState<"code" | "password" | null>(null);
	const email = asked ?? link.email;
	const settingPassword = wants === null ? link.code !== "" : wants === "password";
	const onDone = (email: string) =>
		navigate("/auth/login", { state: { after: "new-password", email } satisfies LoginNotice });
	return (
		<PlainPage heading={settingPassword ? "Set a new password" : "Forgot your password?"}>
			{settingPassword ? (
				<NewPasswordForm
					key={`${email} ${link.code}`}
					email={email}
					code={asked === null ? link.code : ""}
					asked={asked !== null}
					onAgain={() => {
						setAsked(null);
						setWants("code");
					}}
					onDone={onDone}
				/>
			) : (
				<AskForCode
					key={email}
					email={email}
					onAsked={(address) => {
						setAsked(address);
						setWants("password");
					}}
					onHasCode={() => setWants("password")}
				/>
			)}
		</PlainPage>
	);
}
