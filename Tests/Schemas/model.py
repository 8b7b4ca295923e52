"""Holds SARIF files against the object model that is generated from the published schema of SARIF 2.1.0
(Debian's `python3-sarif-python-om`): unknown properties, and required ones that are missing."""
import json
import sys

import attr
import sarif_om as om

# What stands under a property, by the object it belongs to; a list or a map holds such objects.
PARTS = {
    om.SarifLog: {"runs": om.Run},
    om.Run: {
        "tool": om.Tool, "artifacts": om.Artifact, "results": om.Result,
        "invocations": om.Invocation, "originalUriBaseIds": om.ArtifactLocation,
    },
    om.Tool: {"driver": om.ToolComponent},
    om.ToolComponent: {"rules": om.ReportingDescriptor, "notifications": om.ReportingDescriptor},
    om.ReportingDescriptor: {
        "shortDescription": om.MultiformatMessageString, "fullDescription": om.MultiformatMessageString,
        "help": om.MultiformatMessageString, "defaultConfiguration": om.ReportingConfiguration,
    },
    om.Artifact: {"location": om.ArtifactLocation},
    om.ArtifactLocation: {"description": om.Message},
    om.Result: {
        "message": om.Message, "locations": om.Location, "relatedLocations": om.Location,
        "suppressions": om.Suppression, "rule": om.ReportingDescriptorReference,
    },
    om.Location: {
        "physicalLocation": om.PhysicalLocation, "logicalLocations": om.LogicalLocation,
        "message": om.Message,
    },
    om.PhysicalLocation: {"artifactLocation": om.ArtifactLocation, "region": om.Region},
    om.Region: {"snippet": om.ArtifactContent, "message": om.Message},
    om.Invocation: {"toolConfigurationNotifications": om.Notification,
                    "toolExecutionNotifications": om.Notification},
    om.Suppression: {"location": om.Location},
    om.Notification: {
        "message": om.Message, "locations": om.Location,
        "descriptor": om.ReportingDescriptorReference,
        "associatedRule": om.ReportingDescriptorReference,
    },
}
FREE = {"properties", "partialFingerprints", "fingerprints"}
# The model was made before the standard's last word, which calls a suppression's `state` its `status`.
LATER = {(om.Suppression, "status")}
MAPS = {(om.Run, "originalUriBaseIds")}


def mistakes(kind, value, path):
    if not isinstance(value, dict):
        yield f"{path}: {type(value).__name__}, not an object"
        return
    known = {field.metadata["schema_property_name"]: field for field in attr.fields(kind)}
    for name, field in known.items():
        if field.default is attr.NOTHING and name not in value:
            yield f"{path}: no {name}"
    for name, inner in value.items():
        if (kind, name) in LATER:
            continue
        if name not in known:
            yield f"{path}: {name} is no property of {kind.__name__}"
            continue
        part = PARTS.get(kind, {}).get(name)
        if part is None:
            if isinstance(inner, dict) and name not in FREE:
                yield f"{path}.{name}: an object that nothing here checks"
        elif (kind, name) in MAPS:
            for key, each in inner.items():
                yield from mistakes(part, each, f"{path}.{name}.{key}")
        elif isinstance(inner, list):
            for place, each in enumerate(inner):
                yield from mistakes(part, each, f"{path}.{name}[{place}]")
        else:
            yield from mistakes(part, inner, f"{path}.{name}")


wrong = 0
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        for mistake in mistakes(om.SarifLog, json.load(file), "log"):
            wrong += 1
            print(f"{path}: {mistake}")
sys.exit(1 if wrong else 0)
