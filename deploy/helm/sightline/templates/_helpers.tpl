{{- define "sightline.name" -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "sightline.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "sightline.labels" -}}
{{ include "sightline.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "sightline.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- define "sightline.secret" -}}
{{ .Values.existingSecret | default (include "sightline.name" .) }}
{{- end -}}

{{- define "sightline.environment" -}}
envFrom:
  - configMapRef:
      name: {{ include "sightline.name" . }}
  - secretRef:
      name: {{ include "sightline.secret" . }}
{{- end -}}

{{- define "sightline.volumes" -}}
volumes:
  - name: data
    emptyDir: {}
  - name: tmp
    emptyDir: {}
{{- end -}}

{{- define "sightline.mounts" -}}
volumeMounts:
  - name: data
    mountPath: /data
  - name: tmp
    mountPath: /tmp
{{- end -}}

{{- define "sightline.probes" -}}
# Whether it may be sent requests: not while it starts, nor while PostgreSQL is away.
startupProbe:
  httpGet: { path: /health, port: http }
  periodSeconds: 5
  timeoutSeconds: 5
  failureThreshold: 60
readinessProbe:
  httpGet: { path: /health, port: http }
  periodSeconds: 5
  timeoutSeconds: 5
  failureThreshold: 2
# Only whether the process listens: a restart would not bring a store back.
livenessProbe:
  tcpSocket: { port: http }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- end -}}
