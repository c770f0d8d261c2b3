import { Link, useNavigate } from "react-router-dom";
import { site } from "#src/config/site.ts";
import { AuthLayout } from "./auth-layout.tsx";
import type { LoginNotice } from "./login-notice.ts";
import { RegisterForm } from "./register-form.tsx";

export const meta = {
	title: `Create your account | ${site.name}`,
	description: `Create an account with ${site.name}: four kinds of security scan, their findings and reports.`,
} as const;

export default function RegisterPage() {
	const navigate = useNavigate();
	const onRegistered = (email: string) =>
		navigate("/auth/login", { state: { after: "registration", email } satisfies LoginNotice });
	return (
		<AuthLayout heading="Create your account">
			<RegisterForm onRegistered={onRegistered} />
			<p className="mt-6 text-15">
				Already have an account? <Link to="/auth/login">Sign in</Link>
			</p>
		</AuthLayout>
	);
}
