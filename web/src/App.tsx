import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { Provider } from 'jotai';
import { lazy } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { ErrorBoundary } from './components/ErrorBoundary.tsx';
import { Guard } from './layout/Guard.tsx';
import { Shell } from './layout/Shell.tsx';
import { LoginPage } from './pages/Login.tsx';
import { screens } from './paths.ts';
import { queryClient, store } from './store.ts';
import { theme } from './theme.ts';

const LandingPage = lazy(async () => ({ default: (await import('./pages/Landing.tsx')).LandingPage }));
const ProjectsPage = lazy(async () => ({ default: (await import('./pages/Projects.tsx')).ProjectsPage }));
const CalculationsPage = lazy(async () => ({ default: (await import('./pages/Calculations.tsx')).CalculationsPage }));
const ProfilePage = lazy(async () => ({ default: (await import('./pages/Profile.tsx')).ProfilePage }));
const SettingsPage = lazy(async () => ({ default: (await import('./pages/Settings.tsx')).SettingsPage }));
const WidgetsPage = lazy(async () => ({ default: (await import('./pages/Widgets.tsx')).WidgetsPage }));
const ReferencePage = lazy(async () => ({ default: (await import('./pages/Reference.tsx')).ReferencePage }));
const DocumentsPage = lazy(async () => ({ default: (await import('./pages/Documents.tsx')).DocumentsPage }));
const GraphsPage = lazy(async () => ({ default: (await import('./pages/Graphs.tsx')).GraphsPage }));
const ReportPage = lazy(async () => ({ default: (await import('./pages/Report.tsx')).ReportPage }));
const ExportPage = lazy(async () => ({ default: (await import('./pages/Export.tsx')).ExportPage }));
const AdminPage = lazy(async () => ({ default: (await import('./pages/Admin.tsx')).AdminPage }));
const UnknownPage = lazy(async () => ({ default: (await import('./pages/Unknown.tsx')).UnknownPage }));

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
