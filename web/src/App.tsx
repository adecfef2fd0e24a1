import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { Provider } from 'jotai';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { ErrorBoundary } from './components/ErrorBoundary.tsx';
import { part } from './components/part.ts';
import { Guard } from './layout/Guard.tsx';
import { Shell } from './layout/Shell.tsx';
import { LoginPage } from './pages/Login.tsx';
import { screens } from './paths.ts';
import { queryClient, store } from './store.ts';
import { theme } from './theme.ts';

const LandingPage = part(async () => (await import('./pages/Landing.tsx')).LandingPage);
const ProjectsPage = part(async () => (await import('./pages/Projects.tsx')).ProjectsPage);
const CalculationsPage = part(async () => (await import('./pages/Calculations.tsx')).CalculationsPage);
const ProfilePage = part(async () => (await import('./pages/Profile.tsx')).ProfilePage);
const SettingsPage = part(async () => (await import('./pages/Settings.tsx')).SettingsPage);
const WidgetsPage = part(async () => (await import('./pages/Widgets.tsx')).WidgetsPage);
const ReferencePage = part(async () => (await import('./pages/Reference.tsx')).ReferencePage);
const DocumentsPage = part(async () => (await import('./pages/Documents.tsx')).DocumentsPage);
const GraphsPage = part(async () => (await import('./pages/Graphs.tsx')).GraphsPage);
const ReportPage = part(async () => (await import('./pages/Report.tsx')).ReportPage);
const ExportPage = part(async () => (await import('./pages/Export.tsx')).ExportPage);
const AdminPage = part(async () => (await import('./pages/Admin.tsx')).AdminPage);
const UnknownPage = part(async () => (await import('./pages/Unknown.tsx')).UnknownPage);

/** The application: its providers and the table of routes. `env`: tests switch transitions off. */
export function App({ env = 'default' }: { readonly env?: 'default' | 'test' }) {
  return (
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <MantineProvider theme={theme} defaultColorScheme="auto" env={env}>
          <ErrorBoundary>
            <BrowserRouter>
              <AppRoutes />
            </BrowserRouter>
            <Notifications position="bottom-right" limit={4} />
          </ErrorBoundary>
        </MantineProvider>
      </QueryClientProvider>
    </Provider>
  );
}

function AppRoutes() {
  return (
    <Routes>
      <Route path={screens.login} element={<LoginPage />} />
      <Route path="/backend" element={<Navigate to={screens.admin} replace />} />
      <Route element={<Guard />}>
        <Route element={<Shell />}>
          <Route index element={<LandingPage />} />
          <Route path={screens.projects} element={<ProjectsPage />} />
          <Route path="/projects/:projectId/calculations" element={<CalculationsPage />} />
          <Route path="/projects/:projectId/graphs" element={<GraphsPage />} />
          <Route path="/projects/:projectId/report" element={<ReportPage />} />
          <Route path={screens.profile} element={<ProfilePage />} />
          <Route path={screens.dictionary} element={<ReferencePage />} />
          <Route path={screens.documents} element={<DocumentsPage />} />
          <Route path={screens.export} element={<ExportPage />} />
          <Route path={screens.widgets} element={<WidgetsPage />} />
          <Route path={screens.settings} element={<SettingsPage />} />
          <Route path={screens.admin} element={<AdminPage />} />
          {/* Chosen: a signed-in person is told that the address is unknown; without a session it leads to /login (as specified). */}
          <Route path="*" element={<UnknownPage />} />
        </Route>
      </Route>
    </Routes>
  );
}
